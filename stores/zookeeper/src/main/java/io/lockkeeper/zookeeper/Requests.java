package io.lockkeeper.zookeeper;

import io.lockkeeper.Holder;
import io.lockkeeper.zookeeper.Answer.Way;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * What is asked on a session. Requests are sent once, in order, and answered in order; none is repeated here. When the session is over
 * nothing more is sent, and what is answered counts as not answered. Safe for use by many threads.
 */
final class Requests {

    private final Session session;
    private final Failures failures;
    private final Watcher nodes;
    private final AtomicInteger unanswered = new AtomicInteger();
    private volatile long lastHeard;
    private volatile boolean ended;

    Requests(Session session, Failures failures) {
        this.session = session;
        this.failures = failures;
        this.nodes = session::noticed;
        this.lastHeard = session.now();
    }

    /** What was made. */
    record Made(String path, long zxid) {}

    /** Whose a node is, and about it. */
    record Content(Holder holder, Stat stat) {}

    /** The names of a node's children, and about it. */
    record Children(List<String> names, Stat stat) {}

    CompletableFuture<Made> create(String path, byte[] data, List<ACL> acl, CreateMode mode) {
        return ask(
                Way.COMMIT,
                (zk, answer) -> zk.create(
                        path,
                        data,
                        acl,
                        mode,
                        (rc, asked, context, made, stat) ->
                                answer.take(rc, asked, () -> new Made(made, stat.getCzxid())),
                        null));
    }

    CompletableFuture<Children> children(String path) {
        return children(path, null, () -> {});
    }

    /** Watches a node's children. {@code seen} runs before any later event of this node is delivered. */
    CompletableFuture<Children> watchChildren(String path, Runnable seen) {
        return children(path, nodes, seen);
    }

    private CompletableFuture<Children> children(String path, @Nullable Watcher watcher, Runnable seen) {
        return ask(
                Way.SERVER,
                (zk, answer) -> zk.getChildren(
                        path,
                        watcher,
                        (rc, asked, context, names, stat) -> answer.take(rc, asked, () -> {
                            seen.run();
                            return new Children(names, stat);
                        }),
                        null));
    }

    CompletableFuture<Content> read(String path, boolean watch) {
        return ask(
                Way.SERVER,
                (zk, answer) -> zk.getData(
                        path,
                        watch ? nodes : null,
                        (rc, asked, context, data, stat) -> answer.take(
                                rc, asked, () -> new Content(Holders.decode(Layout.last(path), data), stat)),
                        null));
    }

    /** Whether a node is there; watches for it to be made, or to be removed. */
    CompletableFuture<Boolean> exists(String path, boolean watch) {
        return ask(
                Way.SERVER,
                (zk, answer) -> zk.exists(
                        path,
                        watch ? nodes : null,
                        (rc, asked, context, stat) -> answer.take(
                                rc == Code.NONODE.intValue() ? 0 : rc, asked, () -> rc != Code.NONODE.intValue()),
                        null));
    }

    /** Has a node watched no more that {@link #exists} watches, by nobody: of one watcher alone, the server would not hear. */
    CompletableFuture<Boolean> unwatch(String path) {
        return ask(
                Way.SERVER,
                (zk, answer) -> zk.removeAllWatches(
                        path,
                        Watcher.WatcherType.Data,
                        true,
                        (rc, asked, context) -> answer.take(rc, asked, () -> true),
                        null));
    }

    CompletableFuture<Boolean> delete(String path) {
        return ask(
                Way.COMMIT,
                (zk, answer) -> zk.delete(path, -1, (rc, asked, context) -> answer.take(rc, asked, () -> true), null));
    }

    CompletableFuture<List<OpResult>> together(List<Op> steps) {
        return ask(
                Way.COMMIT,
                (zk, answer) ->
                        zk.multi(steps, (rc, asked, context, results) -> answer.take(rc, asked, () -> results), null));
    }

    /** Tells which of this session's nodes begin so: all that it has made and not removed at the moment at which they are told. */
    CompletableFuture<Boolean> own(String prefix, Consumer<List<String>> told) {
        return ask(
                Way.SERVER,
                (zk, answer) -> zk.getEphemerals(
                        prefix,
                        (rc, context, paths) -> answer.take(rc, prefix, () -> {
                            told.accept(paths); // Here, before any later answer is taken note of.
                            return true;
                        }),
                        null));
    }

    /** Lets the server catch up with its leader. */
    CompletableFuture<Boolean> sync(String path) {
        return ask(
                Way.LEADER,
                (zk, answer) -> zk.sync(path, (rc, asked, context) -> answer.take(rc, asked, () -> true), null));
    }

    /**
     * Writes nothing, and has it committed. The leader looks at the session before the node, and has a refusal committed like any other
     * transaction: a node that is missing, or may not be read, proves as much.
     */
    CompletableFuture<Boolean> confirm(String path) {
        return ask(
                Way.COMMIT,
                (zk, answer) -> zk.multi(
                        List.of(Op.check(path, -1)),
                        (rc, asked, context, results) -> answer.take(isRefusal(rc) ? 0 : rc, asked, () -> true),
                        null));
    }

    private static boolean isRefusal(int rc) {
        return rc == Code.NONODE.intValue() || rc == Code.NOAUTH.intValue();
    }

    private <T> CompletableFuture<T> ask(Way way, BiConsumer<ZooKeeper, Answer<T>> request) {
        Answer<T> answer = new Answer<>(session, way);
        synchronized (this) {
            ZooKeeper zk = session.client();
            if (ended || zk == null || !zk.getState().isConnected()) {
                return CompletableFuture.failedFuture(failures.unavailable("is not connected", false, null));
            }
            if (unanswered.get() == 0) {
                lastHeard = session.now(); // Before the request counts as unanswered: a silence begins with it.
            }
            unanswered.incrementAndGet();
            try {
                request.accept(zk, answer);
            } catch (Throwable refused) { // Nothing was sent, or nobody knows if it is an error.
                unanswered.decrementAndGet();
                answer.completeExceptionally(refused);
            }
        }
        return answer;
    }

    /** Takes note that a request was answered, or failed with the connection. */
    void answered() {
        lastHeard = session.now();
        unanswered.decrementAndGet();
    }

    /** Whether nothing was answered for so long, though something was asked. Says so once for one silence: it takes a moment to break it. */
    boolean takeSilence(long nanos) {
        long now = session.now();
        boolean silent = unanswered.get() > 0 && now - lastHeard > nanos;
        if (silent) {
            lastHeard = now;
        }
        return silent;
    }

    /** Sends nothing more when it has returned. False if it was called before. */
    synchronized boolean end() {
        boolean first = !ended;
        ended = true;
        return first;
    }

    boolean hasEnded() {
        return ended;
    }
}
