package io.lockkeeper.zookeeper;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.Diagnosis;
import io.lockkeeper.time.Ticker;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;

/** A store's connection: the session that goes on now, which is looked after by a timer and followed by another when it is over. */
final class Connection {

    private static final Duration LONGEST_TICK = Duration.ofMillis(250);
    private static final Duration SHORTEST_TICK = Duration.ofMillis(20);

    private static final Duration BEFORE_DIAGNOSIS = Duration.ofSeconds(1);

    /** Where no session has nodes. */
    private static final String NOBODYS = "/zookeeper";

    private final SessionSource source;
    private final Failures failures;
    private final SessionEvents events;
    private final Duration patience;
    private final Ticker clock;
    private final ScheduledExecutorService timer = timer();
    private final AtomicReference<@Nullable Session> current = new AtomicReference<>();
    private final CompletableFuture<Session> first = new CompletableFuture<>();
    private volatile long usable;
    private volatile boolean refused;
    private volatile boolean closed;

    /** Connects nothing yet. */
    Connection(SessionSource source, Failures failures, SessionEvents events, Duration patience, Ticker clock) {
        this.source = source;
        this.failures = failures;
        this.events = events;
        this.patience = patience;
        this.clock = clock;
    }

    /**
     * Connects, and waits for the first session.
     *
     * @param session how long it is to live, about
     * @param wait how long to wait
     */
    void open(Duration session, Duration wait) {
        source.start(this);
        Duration part = session.dividedBy(50);
        Duration most = part.compareTo(LONGEST_TICK) > 0 ? LONGEST_TICK : part;
        Duration pause = most.compareTo(SHORTEST_TICK) < 0 ? SHORTEST_TICK : most;
        var unused = timer.scheduleWithFixedDelay(this::tick, pause.toNanos(), pause.toNanos(), TimeUnit.NANOSECONDS);
        try {
            awaitFirst(wait);
        } catch (StoreUnavailableException late) {
            close(path -> false);
            throw late;
        } catch (ExecutionException failure) {
            close(path -> false);
            throw failures.of(failure);
        } catch (InterruptedException interrupted) {
            close(path -> false);
            Thread.currentThread().interrupt();
            throw failures.unavailable("was not waited for: the thread was interrupted", false, interrupted);
        }
    }

    /** Not for long if there is nobody there: ZooKeeper's client itself tries again and again, and does not say why. */
    private void awaitFirst(Duration wait) throws InterruptedException, ExecutionException {
        long end = System.nanoTime() + wait.toNanos();
        long shortly = Math.min(wait.toNanos(), BEFORE_DIAGNOSIS.toNanos());
        StoreUnavailableException silent = failures.unavailable("can't be reached", false, null);
        try {
            first.get(shortly, TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            StoreUnavailableException explained = source.explain(silent);
            if (first.isDone()) {
                first.get();
                return; // It came while the reason was looked for.
            }
            if (explained != silent && Diagnosis.isFinal(explained)) {
                throw explained;
            }
            try {
                first.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (TimeoutException tooLate) {
                throw explained;
            }
        }
    }

    /** The session that goes on now. */
    Session session() {
        if (closed) {
            throw new IllegalStateException("This store is closed.");
        }
        Session session = current.get();
        if (session == null || !session.isOpen()) {
            throw refused ? failures.of(loginFailed()) : notConnected();
        }
        return session;
    }

    private StoreUnavailableException notConnected() {
        return failures.unavailable("is not connected", false, null);
    }

    /** The session that goes on now or is over; null before the first. */
    @Nullable
    Session current() {
        return current.get();
    }

    /**
     * Puts a new session in the place of one that is over.
     *
     * @param client the client by which it is spoken with, if it is there already
     * @return null if another has come before
     */
    @Nullable
    Session begin(@Nullable Session before, @Nullable ZooKeeper client) {
        Session session = new Session(new Forwarding(), failures, patience, clock);
        if (client != null) {
            session.by(client);
        }
        return !closed && current.compareAndSet(before, session) ? session : null;
    }

    /** What a client of ZooKeeper's says of a session's connection. */
    void process(Session session, WatchedEvent event) {
        if (event.getState() == KeeperState.AuthFailed) {
            refused = true; // By SASL, that is after the connection was made: until it is accepted, claims are told so.
            first.completeExceptionally(loginFailed());
        }
        session.process(event);
    }

    /** Servers before 3.6 can't tell what a session has, and are refused. */
    private void probed(Session session, @Nullable Throwable failure) {
        if (failure != null && Failures.is(failure, KeeperException.Code.UNIMPLEMENTED)) {
            first.completeExceptionally(failure);
        } else {
            first.complete(session);
        }
    }

    private static KeeperException loginFailed() {
        return KeeperException.create(KeeperException.Code.AUTHFAILED);
    }

    boolean isRefused() {
        return refused;
    }

    /** The longest that a lock can be relied upon without another answer, in nanoseconds. */
    long usable() {
        return usable;
    }

    boolean isClosed() {
        return closed;
    }

    /** Runs a task later. */
    void after(Duration delay, Runnable task) {
        try {
            var unused = timer.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException ended) {
            // The store was closed, and with it went what the task was for.
        }
    }

    /**
     * Ends the session, and with it what it holds.
     *
     * @param ours tells the store's nodes, by their paths, from others that the session may have
     */
    void close(Predicate<String> ours) {
        if (closed) {
            return;
        }
        closed = true;
        timer.shutdownNow();
        Session session = current.get();
        if (session != null) {
            session.end(false);
        }
        source.close(session, ours);
    }

    /** Throws nothing: else it would not be run again. */
    private void tick() {
        try {
            Session session = current.get();
            if (session != null) {
                session.tick();
            }
        } catch (Throwable failure) {
            Log.warn("The maintenance of the ZooKeeper session failed; retrying.", failure);
        }
    }

    private static ScheduledExecutorService timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "lockkeeper-zookeeper");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    /** Takes note of what concerns the connection, and passes it on. */
    private final class Forwarding implements SessionEvents {

        @Override
        public void opened(Session session) {
            usable = session.usable();
            refused = false;
            var unused =
                    session.ask().own(NOBODYS, none -> {}).whenComplete((done, failure) -> probed(session, failure));
            events.opened(session);
        }

        @Override
        public void reconnected(Session session) {
            usable = session.usable();
            events.reconnected(session);
        }

        @Override
        public void ended(Session session, boolean byServer) {
            if (closed) {
                return; // Whoever closed it knows.
            }
            try {
                events.ended(session, byServer);
            } finally {
                source.replace(Connection.this, session, byServer);
            }
        }

        @Override
        public void beat(Session session) {
            events.beat(session);
        }

        @Override
        public void changed(Session session, WatchedEvent event) {
            events.changed(session, event);
        }

        @Override
        public boolean reliesOn(Session session) {
            return events.reliesOn(session);
        }
    }
}
