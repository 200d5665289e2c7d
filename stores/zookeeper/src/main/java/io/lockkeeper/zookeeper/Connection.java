package io.lockkeeper.zookeeper;

import io.lockkeeper.StoreUnavailableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;

/**
 * A store's connection: Curator's framework opens it, logs in and opens another session when one has ended. What is asked goes straight
 * to the session's own client, so that nothing is repeated behind the engine, and each answer's session is known.
 */
final class Connection implements AutoCloseable {

    private static final Duration FAREWELL = Duration.ofMillis(500);
    private static final Duration BEFORE_LOGIN_IS_TRIED_AGAIN = Duration.ofSeconds(1);

    private final ZooKeeperSettings settings;
    private final Failures failures;
    private final SessionEvents events;
    private final ScheduledExecutorService timer;
    private final CuratorFramework client;
    private final AtomicReference<@Nullable Session> current = new AtomicReference<>();
    private final AtomicReference<@Nullable Handle> handle = new AtomicReference<>();
    private final CompletableFuture<Session> first = new CompletableFuture<>();
    private volatile long usable;
    private volatile boolean refused;
    private volatile boolean closed;

    Connection(ZooKeeperSettings settings, Failures failures, SessionEvents events) {
        this.settings = settings;
        this.failures = failures;
        this.events = events;
        this.usable = SessionLife.usable(settings.session().toNanos());
        this.timer = timer();
        int session = Math.toIntExact(settings.session().toMillis());
        int timeout = Math.toIntExact(settings.timeout().toMillis());
        CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
                .connectString(settings.servers())
                .sessionTimeoutMs(session)
                .connectionTimeoutMs(Math.min(timeout, session))
                .retryPolicy(new RetryOneTime(1)) // For what is asked through Curator, which is nothing.
                .ensembleTracker(false)
                .zookeeperFactory((servers, millis, watcher, readOnly) -> begin(servers, millis, watcher));
        settings.login().ifPresent(login -> builder.authorization("digest", login.getBytes(StandardCharsets.UTF_8)));
        this.client = builder.build();
    }

    /** Connects, and waits for the first session. */
    void open() {
        client.start();
        long tick = TimeUnit.MILLISECONDS.toNanos(
                Math.max(20, Math.min(250, settings.session().toMillis() / 50)));
        var unused = timer.scheduleWithFixedDelay(this::tick, tick, tick, TimeUnit.NANOSECONDS);
        try {
            first.get(settings.timeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            close();
            throw failures.unavailable("can't be reached", false, null);
        } catch (ExecutionException refused) {
            close();
            throw failures.of(refused);
        } catch (InterruptedException interrupted) {
            close();
            Thread.currentThread().interrupt();
            throw failures.unavailable("was not waited for: the thread was interrupted", false, interrupted);
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

    /** Ends the session, and with it what it holds; waits a moment for the server to know, so that a program may end. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        timer.shutdownNow();
        Session session = current.get();
        boolean wasOpen = session != null && session.isOpen();
        if (session != null) {
            session.end(false);
        }
        client.close();
        Handle last = handle.get();
        if (wasOpen && last != null) {
            try {
                last.closed().get(FAREWELL.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException | ExecutionException silent) {
                // The server will notice when the session's time is over.
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Curator wants a new client: a new session begins. */
    private ZooKeeper begin(String servers, int millis, Watcher curator) throws IOException {
        Session session = new Session(new Forwarding(), failures, settings.timeout());
        Session before = current.getAndSet(session);
        if (before != null) {
            before.end(true); // Curator was told before we were.
        }
        Handle made = new Handle(servers, millis, event -> process(session, event, curator));
        handle.set(made);
        session.by(made);
        return made;
    }

    private void process(Session session, WatchedEvent event, Watcher curator) {
        session.process(event);
        if (event.getState() == KeeperState.AuthFailed) {
            refused = true; // By SASL, that is after the connection was made: until it is accepted, claims are told so.
            first.completeExceptionally(loginFailed());
            after(BEFORE_LOGIN_IS_TRIED_AGAIN, this::renew);
        }
        curator.process(event);
    }

    private static KeeperException loginFailed() {
        return KeeperException.create(KeeperException.Code.AUTHFAILED);
    }

    /** Has Curator give up the session that there is and begin another. */
    private void renew() {
        if (closed) {
            return;
        }
        try {
            client.getZookeeperClient().reset();
        } catch (Exception failure) {
            Log.get().warn("No new session with ZooKeeper could be begun; it is tried again.", failure);
            after(BEFORE_LOGIN_IS_TRIED_AGAIN, this::renew);
        }
    }

    private void tick() {
        try {
            Session session = current.get();
            if (session != null) {
                session.tick();
            }
        } catch (RuntimeException failure) {
            Log.get().warn("Looking after the session with ZooKeeper failed; it is tried again.", failure);
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
            first.complete(session);
            events.opened(session);
        }

        @Override
        public void reconnected(Session session) {
            events.reconnected(session);
        }

        @Override
        public void ended(Session session, boolean byServer) {
            if (closed) {
                return; // Whoever closed it knows.
            }
            events.ended(session, byServer);
            if (!byServer) {
                after(Duration.ZERO, Connection.this::renew);
            }
        }

        @Override
        public void idle(Session session) {
            events.idle(session);
        }

        @Override
        public void changed(Session session, WatchedEvent event) {
            events.changed(session, event);
        }
    }
}
