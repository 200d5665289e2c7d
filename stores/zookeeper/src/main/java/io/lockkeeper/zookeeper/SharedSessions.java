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
    private static final long BETWEEN_WARNINGS = Duration.ofMinutes(1).toNanos();

    private final CuratorFramework framework;
    private volatile @Nullable CuratorListener listener;
    private volatile @Nullable Long warned;

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
        boolean isConnected = news.getState() == KeeperState.SyncConnected;
        Session current = connection.current();
        States state = stateOf(current);
        if (current != null && state == States.CLOSED) {
            current.end(true); // The framework begins another.
        }
        if (current == null || current.isOver()) {
            if (isConnected) {
                adopt(connection, current);
            }
        } else if (isConnected || state == States.AUTH_FAILED) {
            connection.process(current, news); // Expired may be told late: of the session before.
        }
    }

    private static @Nullable States stateOf(@Nullable Session session) {
        ZooKeeper client = session == null ? null : session.client();
        return client == null ? null : client.getState();
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
            warn(failure);
        }
    }

    /** At once, then once a minute: it is tried each second, for as long as it takes. */
    private void warn(Throwable failure) {
        long now = System.nanoTime();
        Long last = warned;
        if (last == null || now - last > BETWEEN_WARNINGS) {
            warned = now;
            Log.warn("The session of the program's framework can't be used yet; retrying.", failure);
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
        ZooKeeper client = last == null ? null : last.client();
        if (client == null) {
            return;
        }
        try {
            new Remains(framework, client, ours).remove(FAREWELL_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
