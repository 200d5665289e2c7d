package io.lockkeeper.zookeeper;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.lockkeeper.time.Ticker;
import io.lockkeeper.zookeeper.Answer.Way;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.jspecify.annotations.Nullable;

/** One session with the servers: what is asked on it, and how long it certainly lives. Safe for use by many threads. */
final class Session {

    private final SessionEvents events;
    private final long patience;
    private final Ticker clock;
    private final long begun;
    private final CompletableFuture<ZooKeeper> handle = new CompletableFuture<>();
    private final Requests requests;
    private volatile @Nullable SessionLife life;
    private volatile @Nullable Long lastFinished;
    private volatile boolean open;
    private volatile long lastBeat;

    Session(SessionEvents events, Failures failures, Duration patience, Ticker clock) {
        this.events = events;
        this.patience = patience.toNanos();
        this.clock = clock;
        this.begun = clock.nanos();
        this.lastBeat = begun;
        this.requests = new Requests(this, failures);
    }

    /** The time now, by the clock by which it lives. */
    long now() {
        return clock.nanos();
    }

    /** How long ago it was asked for. */
    Duration age() {
        return Duration.ofNanos(now() - begun);
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

    /** The way to ask something on it. */
    Requests ask() {
        return requests;
    }

    /** Takes note of what is known by an answer. */
    void answered(long sent, Way way, Code code) {
        requests.answered();
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

    /** Whether it began and is not over. */
    boolean isOpen() {
        return open && !isOver();
    }

    boolean isOver() {
        return requests.hasEnded();
    }

    /** Whether watches go with a connection, as ZooKeeper's client can be told to let them. */
    boolean losesWatches() {
        ZooKeeper zk = client();
        return zk != null && zk.getClientConfig().getBoolean(ZKClientConfig.DISABLE_AUTO_WATCH_RESET);
    }

    /** How long it certainly lives yet, in nanoseconds; nothing or less if it may be over. */
    long remaining() {
        SessionLife current = life;
        return current == null || isOver() ? 0 : current.remaining();
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
        if (current == null || isOver()) {
            return;
        }
        if (zk != null && !zk.getState().isAlive()) {
            end(true); // A program's framework has closed it.
        } else if (open && current.remaining() <= 0 && events.reliesOn(this)) {
            end(false);
        } else if (zk != null && zk.getState().isConnected()) {
            if (requests.takeSilence(Math.min(patience, current.timeout() / 5))) {
                if (zk instanceof Handle own) {
                    own.moveOn();
                }
            } else if (!open || now() - lastBeat > SessionLife.beat(current.timeout())) {
                beat();
            }
        }
    }

    private void beat() {
        lastBeat = now();
        events.beat(this);
    }

    /** What the client says of the connection. */
    void process(WatchedEvent event) {
        if (event.getType() != EventType.None) {
            return;
        }
        switch (event.getState()) {
            case SyncConnected -> {
                var unused = handle.thenAccept(this::connected).exceptionally(this::failed);
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
            if (!isOver()) {
                current.taken(lastFinished, timeout);
                beat();
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

    /** An error, as when there is no more memory: what it kept from being done would be missing for as long as the session lives. */
    private @Nullable Void failed(Throwable error) {
        end(true);
        Log.warn("A session with ZooKeeper could not be begun or taken up; another one follows.", error);
        return null;
    }

    private void openOnce(SessionLife current) {
        if (!open && current.isKnown()) {
            open = true;
            events.opened(this);
        }
    }

    /** Takes note of news of the nodes. */
    void noticed(WatchedEvent event) {
        if (event.getType() != EventType.None && !isOver()) {
            events.changed(this, event);
        }
    }

    /** Ends it, unless it is over: nothing that is under way on it counts any more. */
    void end(boolean byServer) {
        if (requests.end()) {
            events.ended(this, byServer);
        }
    }
}
