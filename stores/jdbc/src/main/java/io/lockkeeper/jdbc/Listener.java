package io.lockkeeper.jdbc;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.GrantPush.Signals;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * A thread that listens to one channel, and opens its connection anew when it breaks; what was notified in between
 * was missed.
 *
 * <p>A pooler that gives each transaction another session takes LISTEN without complaint, nothing is ever heard, and the session
 * listens on. So the thread looks first whether its session is given to others, and then has another connection notify it. Until
 * it hears that, it has claims that wait sent again and again.
 */
final class Listener implements Runnable {

    /** After as long a silence the connection is asked whether it still is one. */
    private static final int SILENCE_MILLIS = 10_000;

    private static final long PROOF_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int SHORTEST_POLL_MILLIS = 10;
    private static final int LONGEST_POLL_MILLIS = 150;

    private final PostOffice office;
    private final String channel;
    private final Signals signals;
    private final Subscriber waiting;
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private final Thread thread;
    private volatile @Nullable Connection connection;
    private volatile boolean closed;

    private Listener(PostOffice office, String channel, Signals signals) {
        this.office = office;
        this.channel = channel;
        this.signals = signals;
        waiting = new Subscriber(signals, office.timer());
        thread = Workers.daemon(this, "lockkeeper-jdbc-listen");
    }

    static Listener start(PostOffice office, String channel, Signals signals) {
        Listener listener = new Listener(office, channel, signals);
        listener.thread.start();
        return listener;
    }

    /** Completes when nothing can be missed any more. */
    CompletionStage<Void> ready() {
        return ready;
    }

    /** Whether it never could listen, and gave up. */
    boolean isOver() {
        return ready.isCompletedExceptionally();
    }

    /** A claim waits. It has to be sent again if nothing can be heard. */
    void waits(Claim claim) {
        boolean unused = waiting.waits(claim);
    }

    void forget(ClaimId claim, String name) {
        waiting.forget(claim, name);
    }

    @Override
    public void run() {
        while (!closed && !isOver()) {
            try {
                if (!tryListen()) {
                    poll();
                }
            } catch (SQLException | RuntimeException | Error failure) {
                tell(failure);
            }
            LockSupport.parkNanos(closed ? 0 : PAUSE_NANOS);
        }
    }

    /** Who waits for the first time is told; later on this thread itself tries again, for as long as it takes. */
    private void tell(Throwable failure) {
        try {
            boolean told = ready.completeExceptionally(
                    failure instanceof SQLException sql ? office.failures().unsent(sql) : failure);
            if (!told && failure instanceof Error) {
                Log.unhandled(failure);
            }
        } catch (RuntimeException | Error again) {
            // For want of memory; the next attempt tells.
        }
    }

    /** Listens on a connection; false if none can be had that hears anything. */
    private boolean tryListen() throws SQLException {
        try (Loan loan = office.connections().open()) {
            Connection opened = loan.connection();
            connection = opened;
            if (closed) {
                return true;
            }
            if (office.connections().shared() && isSessionGivenAway(opened)) {
                return false;
            }
            listen(opened);
            return true;
        } finally {
            connection = null; // It may be somebody else's now.
        }
    }

    private void poll() {
        warn();
        begun();
        while (!closed) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pollMillis()));
            waiting.names().forEach(signals::free);
        }
    }

    /** Ends it; who listens hears nothing any more. */
    void close() {
        closed = true;
        LockSupport.unpark(thread);
        Connection open = connection;
        if (open != null) {
            try {
                open.abort(Runnable::run);
            } catch (SQLException gone) {
                // Then it is closed already, which is what was wanted.
            }
        }
    }

    /** Listens until the connection breaks or this is closed. */
    private void listen(Connection opened) throws SQLException {
        PGConnection notifying = opened.unwrap(PGConnection.class);
        try {
            Command.execute(opened, "LISTEN " + notifying.escapeIdentifier(channel));
            if (untilHeard(notifying, notifyItself())) {
                begun();
            }
            while (!closed) {
                PGNotification[] heard = notifying.getNotifications(SILENCE_MILLIS);
                if (heard == null || heard.length == 0) {
                    Command.execute(opened, "SELECT 1");
                } else {
                    deliver(heard, "");
                }
            }
        } finally {
            // The pool may give the connection to somebody else; a broken one it will not.
            Command.execute(opened, "UNLISTEN *");
        }
    }

    /** Whether a pooler gives this connection's session to another one: what it listens to would stay there for ever. */
    private boolean isSessionGivenAway(Connection opened) throws SQLException {
        String session = PostgreSql.session(opened);
        try (Loan other = office.connections().open()) {
            other.connection().setAutoCommit(false);
            try {
                return PostgreSql.session(other.connection()).equals(session)
                        || !PostgreSql.session(opened).equals(session);
            } finally {
                other.connection().rollback();
                other.connection().setAutoCommit(true);
            }
        }
    }

    private int pollMillis() {
        long pause = TimeUnit.NANOSECONDS.toMillis(waiting.pause());
        return (int) Math.max(SHORTEST_POLL_MILLIS, Math.min(LONGEST_POLL_MILLIS, pause));
    }

    /** Has another connection notify this one; returns what is to be heard. */
    private String notifyItself() throws SQLException {
        String proof = "proof\n" + UUID.randomUUID();
        try (Loan other = office.connections().open();
                PreparedStatement notify = other.prepare(office.sql().text("notify"))) {
            notify.setString(1, channel);
            notify.setString(2, proof);
            notify.execute();
        }
        return proof;
    }

    /** Sends nothing meanwhile: a pooler would answer that with what it kept. False if this is closed first. */
    private boolean untilHeard(PGConnection notifying, String proof) throws SQLException {
        long deaf = System.nanoTime() + PROOF_NANOS;
        boolean polls = false;
        while (!closed) {
            PGNotification[] heard = notifying.getNotifications(pollMillis());
            if (heard != null && deliver(heard, proof)) {
                return true;
            }
            if (!polls && System.nanoTime() - deaf >= 0) {
                polls = true;
                warn();
                begun();
            }
            if (polls) {
                waiting.names().forEach(signals::free);
            }
        }
        return false;
    }

    /** Whether one of them is the proof. */
    private boolean deliver(PGNotification[] heard, String proof) {
        boolean proven = false;
        for (PGNotification notification : heard) {
            proven |= notification.getParameter().equals(proof);
            if (!closed) {
                Message.deliver(notification.getParameter(), waiting);
            }
        }
        return proven;
    }

    /** From now on nothing is missed; what came before may have been. */
    private void begun() {
        if (!ready.complete(null)) {
            signals.missed();
        }
    }

    private static void warn() {
        Log.warning("PostgreSQL's notifications do not arrive: LISTEN needs a session of its own, which a proxy such as"
                + " PgBouncer in transaction mode does not provide. Waiters poll instead, and holders do not learn that"
                + " others wait. Connect to the server directly, or use session pooling.");
    }
}
