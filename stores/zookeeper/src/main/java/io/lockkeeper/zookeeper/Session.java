package io.lockkeeper.zookeeper;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.lockkeeper.Holder;
import io.lockkeeper.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
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
 * <p>Requests are sent once, in order, and answered in order; none is repeated here. What is answered when the session may be over
 * counts as not answered, so nothing can be found to be held on a session that is dying. Safe for use by many threads.
 */
final class Session {

    private final SessionEvents events;
    private final Failures failures;
    private final long patience;
    private final long begun = System.nanoTime();
    private final CompletableFuture<Handle> handle = new CompletableFuture<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger unanswered = new AtomicInteger();
    private final Watcher nodes = this::noticed;
    private volatile @Nullable SessionLife life;
    private volatile long timeout;
    private volatile long lastSent = begun;
    private volatile long lastHeard = begun;

    Session(SessionEvents events, Failures failures, Duration patience) {
        this.events = events;
        this.failures = failures;
        this.patience = patience.toNanos();
    }

    /** The client by which it is spoken with. */
    void by(Handle made) {
        handle.complete(made);
    }

    // ---- requests ------------------------------------------------------------------------------------

    /** What was made. */
    record Made(String path, long zxid) {}

    /** Whose a node is, if it says so, and about it. */
    record Content(@Nullable Holder holder, Stat stat) {}

    /** The names of a node's children, and about it. */
    record Children(List<String> names, Stat stat) {}

    CompletableFuture<Made> create(String path, byte[] data, List<ACL> acl, CreateMode mode) {
        return ask((zk, answer) -> zk.create(
                path,
                data,
                acl,
                mode,
                (rc, asked, context, made, stat) -> answer.take(rc, asked, () -> new Made(made, stat.getCzxid())),
                null));
    }

    CompletableFuture<Children> children(String path, boolean watch) {
        return ask((zk, answer) -> zk.getChildren(
                path,
                watch ? nodes : null,
                (rc, asked, context, names, stat) -> answer.take(rc, asked, () -> new Children(names, stat)),
                null));
    }

    CompletableFuture<Content> read(String path, boolean watch) {
        return ask((zk, answer) -> zk.getData(
                path,
                watch ? nodes : null,
                (rc, asked, context, data, stat) ->
                        answer.take(rc, asked, () -> new Content(Holders.decode(data), stat)),
                null));
    }

    CompletableFuture<Boolean> delete(String path) {
        return ask(
                (zk, answer) -> zk.delete(path, -1, (rc, asked, context) -> answer.take(rc, asked, () -> true), null));
    }

    CompletableFuture<List<OpResult>> together(List<Op> steps) {
        return ask((zk, answer) ->
                zk.multi(steps, (rc, asked, context, results) -> answer.take(rc, asked, () -> results), null));
    }

    /** The paths of this session's nodes that begin so. */
    CompletableFuture<List<String>> own(String prefix) {
        return ask((zk, answer) ->
                zk.getEphemerals(prefix, (rc, context, paths) -> answer.take(rc, prefix, () -> paths), null));
    }

    /** Lets the server catch up with its leader. */
    CompletableFuture<Boolean> sync(String path) {
        return ask((zk, answer) -> zk.sync(path, (rc, asked, context) -> answer.take(rc, asked, () -> true), null));
    }

    /** Asks for nothing, to be answered. */
    CompletableFuture<Boolean> beat(String path) {
        return ask((zk, answer) -> zk.exists(
                path,
                null,
                (rc, asked, context, stat) -> {
                    answer.take(rc == Code.NONODE.intValue() ? 0 : rc, asked, () -> true);
                },
                null));
    }

    private <T> CompletableFuture<T> ask(BiConsumer<ZooKeeper, Answer<T>> request) {
        Handle zk = handle.getNow(null);
        if (!isOpen() || zk == null || !zk.getState().isConnected()) {
            return CompletableFuture.failedFuture(notConnected());
        }
        Answer<T> answer = new Answer<>();
        lastSent = answer.sent;
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

    /** An answer under way. */
    private final class Answer<T> extends CompletableFuture<T> {

        private final long sent = System.nanoTime();

        void take(int rc, @Nullable String path, Supplier<T> value) {
            Code code = Code.get(rc);
            unanswered.decrementAndGet();
            lastHeard = System.nanoTime();
            SessionLife current = life;
            if (isFromServer(code) && current != null && !current.answered(sent)) {
                end(false);
            }
            if (over.get()) {
                completeExceptionally(KeeperException.create(Code.SESSIONEXPIRED));
            } else if (code == Code.OK) {
                complete(value.get());
            } else {
                completeExceptionally(KeeperException.create(code, path));
            }
        }
    }

    private static boolean isFromServer(Code code) {
        return switch (code) {
            case CONNECTIONLOSS, SESSIONEXPIRED, SESSIONMOVED, OPERATIONTIMEOUT, REQUESTTIMEOUT, AUTHFAILED -> false;
            default -> true;
        };
    }

    // ---- life ----------------------------------------------------------------------------------------

    /** Whether it began and is not over. */
    boolean isOpen() {
        return life != null && !over.get();
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
        return SessionLife.usable(timeout);
    }

    /** Looks after it, now and then. */
    void tick() {
        SessionLife current = life;
        if (current == null || over.get()) {
            return;
        }
        long now = System.nanoTime();
        Handle zk = handle.getNow(null);
        if (current.remaining() <= 0) {
            end(false);
        } else if (zk != null && zk.getState().isConnected()) {
            if (unanswered.get() > 0 && now - lastHeard > Math.min(patience, timeout / 4)) {
                lastHeard = now; // Not twice for one silence: it takes a moment to notice.
                zk.moveOn();
            } else if (now - lastSent > timeout / 6) {
                events.idle(this);
            }
        }
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

    private void connected(Handle zk) {
        if (life != null) {
            if (!over.get()) {
                events.reconnected(this);
            }
            return;
        }
        timeout = MILLISECONDS.toNanos(zk.getSessionTimeout());
        SessionLife begins = new SessionLife(System::nanoTime, begun, timeout);
        life = begins;
        if (begins.remaining() > usable() / 2) {
            events.opened(this);
        } else {
            end(false); // It took so long to reach a server that nobody can tell when the session began. The next
            // is quicker.
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
