package io.lockkeeper.zookeeper;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.lockkeeper.Holder;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.time.Ticker;
import io.lockkeeper.zookeeper.Answer.Way;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * One session with the servers: what is asked on it, and how long it certainly lives.
 *
 * <p>Requests are sent once, in order, and answered in order; none is repeated here. What is answered when the session is over counts as
 * not answered. Safe for use by many threads.
 */
final class Session {

    private final SessionEvents events;
    private final Failures failures;
    private final long patience;
    private final Ticker clock;
    private final long begun;
    private final CompletableFuture<ZooKeeper> handle = new CompletableFuture<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger unanswered = new AtomicInteger();
    private final Watcher nodes = this::noticed;
    private volatile @Nullable SessionLife life;
    private volatile @Nullable Long lastFinished;
    private volatile boolean open;
    private volatile long lastBeat;
    private volatile long lastHeard;

    Session(SessionEvents events, Failures failures, Duration patience, Ticker clock) {
        this.events = events;
        this.failures = failures;
        this.patience = patience.toNanos();
        this.clock = clock;
        this.begun = clock.nanos();
        this.lastBeat = begun;
        this.lastHeard = begun;
    }

    /** The time now, by the clock by which it lives. */
    long now() {
        return clock.nanos();
    }

    /** Sets the client by which it is spoken with. */
    void by(ZooKeeper client) {
        handle.complete(client);
    }

    /** The client by which it is spoken with; null before there is one. */
    @Nullable
    ZooKeeper client() {
        return handle.getNow(null);
    }

    // ---- requests ------------------------------------------------------------------------------------

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

    /** Watches a node's children. Any news of them comes after it was taken note of what was seen. */
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
        ZooKeeper zk = client();
        if (over.get() || zk == null || !zk.getState().isConnected()) {
            return CompletableFuture.failedFuture(notConnected());
        }
        Answer<T> answer = new Answer<>(this, way);
        if (unanswered.getAndIncrement() == 0) {
            lastHeard = answer.sent;
        }
        try {
            request.accept(zk, answer);
        } catch (RuntimeException refused) { // Nothing was sent.
            unanswered.decrementAndGet();
            answer.completeExceptionally(refused);
        }
        return answer;
    }

    private StoreUnavailableException notConnected() {
        return failures.unavailable("is not connected", false, null);
    }

    /** Takes note of what is known by an answer. */
    void answered(long sent, Way way, Code code) {
        unanswered.decrementAndGet();
        lastHeard = now();
        lastFinished = sent;
        SessionLife current = life;
        if (current == null || way == Way.SERVER || code != Code.OK) {
            return;
        }
        if (way == Way.COMMIT) {
            current.committed(sent);
        } else {
            current.answered(sent);
        }
        openOnce(current);
    }

    // ---- life ----------------------------------------------------------------------------------------

    /** Whether it began and is not over. */
    boolean isOpen() {
        return open && !over.get();
    }

    boolean isOver() {
        return over.get();
    }

    /** How long it certainly lives yet, in nanoseconds; nothing or less if it may be over. */
    long remaining() {
        SessionLife current = life;
        return current == null || over.get() ? 0 : current.remaining();
    }

    /** The longest that any of its locks can be relied upon, in nanoseconds. */
    long usable() {
        SessionLife current = life;
        return current == null ? 0 : SessionLife.usable(current.timeout());
    }

    /** Looks after it, now and then. */
    void tick() {
        SessionLife current = life;
        ZooKeeper zk = client();
        if (current == null || over.get()) {
            return;
        }
        if (zk != null && !zk.getState().isAlive()) {
            end(true); // A program's framework has closed it.
        } else if (open && current.remaining() <= 0 && events.reliesOn(this)) {
            end(false);
        } else if (zk != null && zk.getState().isConnected()) {
            long now = now();
            if (unanswered.get() > 0 && now - lastHeard > Math.min(patience, current.timeout() / 5)) {
                lastHeard = now; // Not twice for one silence: it takes a moment to notice.
                if (zk instanceof Handle own) {
                    own.moveOn();
                }
            } else if (!open || now - lastBeat > SessionLife.beat(current.timeout())) {
                beat(now);
            }
        }
    }

    private void beat(long now) {
        lastBeat = now;
        events.beat(this);
    }

    /** What the client says of the connection. */
    void process(WatchedEvent event) {
        if (event.getType() != EventType.None) {
            return;
        }
        switch (event.getState()) {
            case SyncConnected -> {
                var unused = handle.thenAccept(this::connected);
            }
            case Expired, AuthFailed, Closed -> end(true);
            default -> {
                // Disconnected: in doubt until it is connected again, or its time is over.
            }
        }
    }

    private void connected(ZooKeeper zk) {
        long timeout = MILLISECONDS.toNanos(zk.getSessionTimeout());
        SessionLife current = life;
        if (current != null) {
            if (!over.get()) {
                current.taken(lastFinished, timeout);
                beat(now());
                if (open) {
                    events.reconnected(this);
                }
            }
            return;
        }
        SessionLife begins = new SessionLife(clock::nanos, timeout);
        if (zk instanceof Handle) { // Else it was there before, and nobody knows since when.
            begins.begun(begun);
            lastFinished = begun;
        }
        life = begins;
        if (zk instanceof Handle && begins.remaining() < usable() / 2) {
            end(false); // It took so long to reach a server that the next one is better.
        } else {
            openOnce(begins);
        }
    }

    private void openOnce(SessionLife current) {
        if (!open && current.isKnown()) {
            open = true;
            events.opened(this);
        }
    }

    private void noticed(WatchedEvent event) {
        if (event.getType() != EventType.None && !over.get()) {
            events.changed(this, event);
        }
    }

    /** Ends it, unless it is over: nothing that is under way on it counts any more. */
    void end(boolean byServer) {
        if (!over.getAndSet(true)) {
            events.ended(this, byServer);
        }
    }
}
