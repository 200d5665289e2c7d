package io.lockkeeper.zookeeper;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorEvent;
import org.apache.curator.framework.api.CuratorListener;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;

/**
 * What a store that was closed has left on a session that goes on without it, those nodes among them whose making was not answered. They
 * are removed now or, if the connection breaks, when it is back.
 */
final class Remains implements CuratorListener {

    private final CuratorFramework framework;
    private final ZooKeeper client;
    private final Predicate<String> ours;
    private final CountDownLatch gone = new CountDownLatch(1);

    /**
     * Removes nothing yet.
     *
     * @param framework tells when the connection is back
     * @param client has the session; asked itself, since a framework may throw instead of giving it
     * @param ours tells the store's nodes, by their paths, from others
     */
    Remains(CuratorFramework framework, ZooKeeper client, Predicate<String> ours) {
        this.framework = framework;
        this.client = client;
        this.ours = ours;
    }

    /** Begins to remove them, and waits for that, but not long. */
    void remove(long millis) throws InterruptedException {
        framework.getCuratorListenable().addListener(this, Runnable::run);
        look();
        var unused = gone.await(millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public void eventReceived(CuratorFramework source, CuratorEvent event) {
        WatchedEvent news = event.getWatchedEvent();
        if (news != null && news.getPath() == null && news.getState() == KeeperState.SyncConnected) {
            look();
        }
    }

    /** Looks which there are, on a server that has caught up with what others were asked. */
    private void look() {
        try {
            client.sync(
                    "/",
                    (synced, path, context) -> client.getEphemerals("/", (rc, asked, paths) -> found(rc, paths), null),
                    null);
        } catch (Throwable failure) { // An error, as when there is no more memory.
            CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(this::look);
        }
    }

    private void found(int rc, List<String> paths) {
        if (rc != Code.OK.intValue()) {
            endUnlessInterrupted(rc);
            return;
        }
        List<String> left = paths.stream().filter(ours).toList();
        AtomicInteger count = new AtomicInteger(left.size());
        left.forEach(path -> client.delete(
                path,
                -1,
                (deleted, asked, context) -> {
                    if (deleted != Code.CONNECTIONLOSS.intValue() && count.decrementAndGet() == 0) {
                        end();
                    }
                },
                null));
        if (left.isEmpty()) {
            end();
        }
    }

    private void endUnlessInterrupted(int rc) {
        if (rc != Code.CONNECTIONLOSS.intValue()) {
            end(); // The session is over, or the framework closed, and so are they.
        }
    }

    private void end() {
        framework.getCuratorListenable().removeListener(this);
        gone.countDown();
    }
}
