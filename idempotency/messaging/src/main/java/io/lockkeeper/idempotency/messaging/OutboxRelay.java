package io.lockkeeper.idempotency.messaging;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the messages of an outbox. There may be any number of relays on a table; each sends other keys.
 *
 * <p>Messages of a destination and key are sent one after another, in the order in which they were written by transactions that did not
 * overlap. A message is deleted, or marked as sent, once the broker has confirmed it. If the relay dies in between, the message is sent
 * again: at least once, with the same id.
 *
 * <p>Rows stay locked while their messages are sent: at most for the timeout of a confirmation, once for each message of the longest lane
 * of a batch, and for as long as the sender blocks. A relay that is stopped where it is keeps its keys until its database session ends.
 *
 * <p>{@link #start} and {@link #close} are safe for use by many threads.
 */
public final class OutboxRelay implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger("io.lockkeeper.idempotency");
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
    private static final int MOST_DOUBLINGS = 20;

    private final DataSource source;
    private final OutboxTable table;
    private final OutboxSender sender;
    private final OutboxSettings settings;
    private volatile boolean closed;
    private @Nullable Thread thread;

    private OutboxRelay(DataSource source, OutboxTable table, OutboxSender sender, OutboxSettings settings) {
        this.source = source;
        this.table = table;
        this.sender = sender;
        this.settings = settings;
    }

    /**
     * Opens a relay.
     *
     * @param source connections to the database of the outbox
     * @param sender sends to the broker; closed with the relay
     * @param settings times and numbers
     * @throws SQLException if the database fails
     */
    public static OutboxRelay open(DataSource source, OutboxSender sender, OutboxSettings settings)
            throws SQLException {
        return new OutboxRelay(source, new OutboxTable(Sql.open(source, settings.createTables())), sender, settings);
    }

    /**
     * What a relay did with a batch.
     *
     * @param sent how many messages the broker has confirmed
     * @param refused how many messages it refused
     * @param outage why it does not serve, if it does not; what is not sent then is sent later
     */
    public record Relayed(int sent, int refused, Optional<Exception> outage) {}

    /**
     * Sends a batch. For one thread at a time.
     *
     * @return what became of it; nothing if there is nothing to send
     * @throws SQLException if the database fails; messages that were sent are sent again
     */
    public Relayed relayOnce() throws SQLException {
        try (Connection connection = source.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            int isolation = connection.getTransactionIsolation();
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
            boolean committed = false;
            try {
                Relayed relayed = relay(connection);
                connection.commit();
                committed = true;
                return relayed;
            } finally {
                if (!committed) {
                    connection.rollback();
                }
                connection.setAutoCommit(autoCommit);
                connection.setTransactionIsolation(isolation);
            }
        }
    }

    private Relayed relay(Connection connection) throws SQLException {
        List<ClaimedMessage> messages = table.claim(connection, settings.batch());
        Sending sending = new Sending(sender, settings.sendTimeout());
        sending.send(messages);
        table.sent(connection, sending.confirmed(), settings.keepSent().isPresent());
        for (Map.Entry<ClaimedMessage, MessageRefusedException> refusal :
                sending.refused().entrySet()) {
            refused(connection, refusal.getKey(), refusal.getValue());
        }
        return new Relayed(sending.confirmed().size(), sending.refused().size(), sending.outage());
    }

    private void refused(Connection connection, ClaimedMessage message, MessageRefusedException why)
            throws SQLException {
        int refusals = message.refusals() + 1;
        boolean setAside =
                settings.maxRefusals().filter(most -> refusals >= most).isPresent();
        LOG.warn("The broker refused {}{}", message.message(), setAside ? ": it is set aside" : "", why);
        table.refused(connection, message.seq(), pause(refusals), setAside, String.valueOf(why.getMessage()));
    }

    private Duration pause(int failures) {
        Duration pause = settings.backoff().multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }

    /**
     * Deletes a batch of messages that were sent longer ago than they are kept.
     *
     * @return how many were deleted
     * @throws SQLException if the database fails
     */
    public int purge() throws SQLException {
        if (settings.keepSent().isEmpty()) {
            return 0;
        }
        try (Connection connection = source.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            connection.setAutoCommit(false);
            boolean committed = false;
            try {
                int purged = table.purge(connection, settings.keepSent().get(), settings.batch());
                connection.commit();
                committed = true;
                return purged;
            } finally {
                if (!committed) {
                    connection.rollback();
                }
                connection.setAutoCommit(autoCommit);
            }
        }
    }

    /**
     * Starts a thread that sends messages, and purges them, until the relay is closed.
     *
     * @return this relay
     * @throws IllegalStateException if it was started before
     */
    public synchronized OutboxRelay start() {
        if (thread != null || closed) {
            throw new IllegalStateException("A relay is started once");
        }
        Thread started = new Thread(this::work, "lockkeeper-outbox");
        started.setDaemon(true);
        started.start();
        thread = started;
        return this;
    }

    private void work() {
        int failures = 0;
        long purged = System.nanoTime() - purgeEvery().toNanos();
        while (!isClosed()) {
            Duration pause = settings.interval();
            try {
                Relayed relayed = relayOnce();
                relayed.outage().ifPresent(outage -> LOG.warn("The broker of the outbox does not serve", outage));
                failures = relayed.outage().isPresent() ? failures + 1 : 0;
                boolean hasMore = relayed.sent() > 0;
                if (System.nanoTime() - purged >= purgeEvery().toNanos()) {
                    if (purge() < settings.batch()) {
                        purged = System.nanoTime();
                    } else {
                        hasMore = true;
                    }
                }
                pause = hasMore ? Duration.ZERO : settings.interval();
            } catch (SQLException | RuntimeException failure) {
                LOG.warn("The relay of the outbox failed and goes on", failure);
                failures++;
            }
            sleep(failures > 0 ? pause(failures) : pause);
        }
    }

    /** Looking for messages to be purged reads all that are kept. */
    private Duration purgeEvery() {
        return settings.keepSent()
                .filter(kept -> kept.compareTo(LONGEST_PAUSE) < 0)
                .orElse(LONGEST_PAUSE);
    }

    /** An interrupt that is not that of the end would otherwise end every wait at once from now on. */
    private boolean isClosed() {
        Thread.interrupted();
        return closed;
    }

    private void sleep(Duration pause) {
        if (!closed && !pause.isZero()) {
            LockSupport.parkNanos(this, pause.toNanos());
        }
    }

    /** Ends the thread and closes the sender. Messages that are under way may be sent again by another relay. */
    @Override
    public void close() {
        Thread started;
        synchronized (this) {
            closed = true;
            started = thread;
        }
        if (started != null && started != Thread.currentThread()) {
            started.interrupt();
            join(started);
        }
        sender.close();
    }

    private void join(Thread started) {
        try {
            started.join(settings.sendTimeout().toMillis());
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
    }
}
