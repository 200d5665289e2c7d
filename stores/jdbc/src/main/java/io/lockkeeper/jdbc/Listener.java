package io.lockkeeper.jdbc;

import io.lockkeeper.store.GrantPush.Signals;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * A thread that listens to one channel, and opens its connection anew when it breaks; what was notified in between
 * was missed.
 */
final class Listener implements Runnable {

    /** After as long a silence the connection is asked whether it still is one. */
    private static final int SILENCE_MILLIS = 10_000;

    private static final long PAUSE_NANOS = 200_000_000;

    private final PostOffice office;
    private final String channel;
    private final Signals signals;
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private volatile @Nullable Connection connection;
    private volatile boolean closed;

    private Listener(PostOffice office, String channel, Signals signals) {
        this.office = office;
        this.channel = channel;
        this.signals = signals;
    }

    static Listener start(PostOffice office, String channel, Signals signals) {
        Listener listener = new Listener(office, channel, signals);
        Thread thread = new Thread(listener, "lockkeeper-jdbc-listen");
        thread.setDaemon(true);
        thread.start();
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

    @Override
    public void run() {
        while (!closed && !isOver()) {
            try (Loan loan = office.connections().open()) {
                connection = loan.connection();
                if (!closed) {
                    listen(loan.connection());
                }
            } catch (SQLException | RuntimeException failure) {
                // Who waits for the first time is told; later on this thread itself tries again, for as long as it
                // takes.
                ready.completeExceptionally(
                        failure instanceof SQLException sql ? office.failures().unsent(sql) : failure);
            }
            LockSupport.parkNanos(closed ? 0 : PAUSE_NANOS);
        }
    }

    /** Ends it; who listens hears nothing any more. */
    void close() {
        closed = true;
        Connection open = connection;
        if (open != null) {
            try {
                open.abort(Runnable::run);
            } catch (SQLException gone) {
                // Then it is closed already, which is what was wanted.
            }
        }
    }

    private void listen(Connection opened) throws SQLException {
        PGConnection notifying = opened.unwrap(PGConnection.class);
        try {
            execute(opened, "LISTEN " + notifying.escapeIdentifier(channel));
            if (!ready.complete(null)) {
                signals.missed();
            }
            while (!closed) {
                PGNotification[] heard = notifying.getNotifications(SILENCE_MILLIS);
                if (heard == null || heard.length == 0) {
                    execute(opened, "SELECT 1");
                    continue;
                }
                for (PGNotification notification : heard) {
                    if (!closed) {
                        Message.deliver(notification.getParameter(), signals, office.rechecks());
                    }
                }
            }
        } finally {
            execute(
                    opened,
                    "UNLISTEN *"); // The pool may give the connection to somebody else; a broken one it will not.
        }
    }

    private static void execute(Connection connection, String command) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(command);
        }
    }
}
