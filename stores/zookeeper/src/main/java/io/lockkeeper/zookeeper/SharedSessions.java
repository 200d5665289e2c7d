package io.lockkeeper.zookeeper;

import java.time.Duration;
import java.util.function.Predicate;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorEvent;
import org.apache.curator.framework.api.CuratorEventType;
import org.apache.curator.framework.api.CuratorListener;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.ZooKeeper.States;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a framework that belongs to the program. They are neither begun nor ended here, nor is a silent server left for another.
 * So nobody knows how long the first has lived, which takes two beats to find out, and what is left of a session that may be over
 * is removed node by node.
 */
final class SharedSessions implements SessionSource {

    private static final long FAREWELL_MILLIS = 500;
    private static final Duration BEFORE_ANOTHER_ATTEMPT = Duration.ofSeconds(1);

    private final CuratorFramework framework;
    private volatile @Nullable CuratorListener listener;

    SharedSessions(CuratorFramework framework) {
        this.framework = framework;
    }

    @Override
    public void start(Connection connection) {
        CuratorListener listening = (source, event) -> heard(connection, event);
        listener = listening;
        framework.getCuratorListenable().addListener(listening, Runnable::run);
        adopt(connection, null);
    }

    private void heard(Connection connection, CuratorEvent event) {
        WatchedEvent news = event.getWatchedEvent();
        if (event.getType() != CuratorEventType.WATCHED || news == null || news.getType() != EventType.None) {
            return;
        }
        Session current = connection.current();
        if (current != null && isClosed(current.client())) {
            current.end(true); // The framework begins another.
        }
        if (current != null && !current.isOver()) {
            connection.process(current, news);
        } else if (news.getState() == KeeperState.SyncConnected) {
            adopt(connection, current);
        }
    }

    private static boolean isClosed(@Nullable ZooKeeper client) {
        return client != null && client.getState() == States.CLOSED;
    }

    /** Uses the framework's session, if it has one now; else it will say so. */
    private void adopt(Connection connection, @Nullable Session before) {
        if (framework.getState() != CuratorFrameworkState.STARTED) {
            return; // Once closed, it has none ever again.
        }
        Session session = null;
        try {
            ZooKeeper client = framework.getZookeeperClient().getZooKeeper();
            session = client.getState().isConnected() ? connection.begin(before, client) : null;
            if (session != null) {
                session.process(new WatchedEvent(EventType.None, KeeperState.SyncConnected, null));
            }
        } catch (Throwable failure) { // The framework's may be of something that failed in the background before.
            if (session == null) {
                connection.after(BEFORE_ANOTHER_ATTEMPT, () -> adopt(connection, before));
            } else {
                session.end(true);
            }
            Log.get().warn("The session of the program's framework can't be used yet.", failure);
        }
    }

    @Override
    public void replace(Connection connection, Session ended, boolean byServer) {
        connection.after(byServer ? BEFORE_ANOTHER_ATTEMPT : Duration.ZERO, () -> adopt(connection, ended));
    }

    @Override
    public void close(@Nullable Session last, Predicate<String> ours) {
        CuratorListener listening = listener;
        if (listening != null) {
            framework.getCuratorListenable().removeListener(listening);
        }
        if (last == null) {
            return;
        }
        try {
            new Remains(framework, ours).remove(FAREWELL_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
