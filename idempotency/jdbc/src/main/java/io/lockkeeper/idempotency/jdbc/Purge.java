package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.StoreUnavailableException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes records whose retention is over, in small batches: on request, and by a thread if that is asked for. */
final class Purge {

    private static final Logger LOG = LoggerFactory.getLogger("io.lockkeeper.idempotency");
    private static final int BATCH = 500;

    private final OneStatement statements;
    private final Optional<Duration> interval;
    private final AtomicBoolean started = new AtomicBoolean();
    private final CountDownLatch stopped = new CountDownLatch(1);

    /**
     * Purges a table.
     *
     * @param interval how often the thread does so; empty for no thread
     */
    Purge(OneStatement statements, Optional<Duration> interval) {
        this.statements = statements;
        this.interval = interval;
    }

    /** Starts the thread, once, if there is to be one. */
    void start() {
        if (interval.isPresent() && !started.get() && started.compareAndSet(false, true)) {
            Duration every = interval.get();
            Thread thread = new Thread(() -> repeat(every), "lockkeeper-idempotency-purge");
            thread.setDaemon(true);
            thread.start();
        }
    }

    void stop() {
        stopped.countDown();
    }

    private void repeat(Duration every) {
        try {
            while (!stopped.await(every.toNanos(), TimeUnit.NANOSECONDS)) {
                purgeAll();
            }
        } catch (InterruptedException end) {
            // Nobody interrupts this thread but to end it.
            Thread.currentThread().interrupt();
        }
    }

    private void purgeAll() throws InterruptedException {
        try {
            while (stopped.getCount() > 0 && batch(BATCH) == BATCH) {
                LOG.debug("Purged {} records", BATCH);
            }
        } catch (RuntimeException failure) {
            LOG.warn("Records whose retention is over could not be purged; there is another attempt", failure);
        }
    }

    /** Purges so many at most. */
    int purge(int max) {
        if (max < 1) {
            throw new IllegalArgumentException("At least 1 record must be allowed to be purged, not " + max);
        }
        try {
            int purged = 0;
            while (purged < max) {
                int size = Math.min(BATCH, max - purged);
                int batch = batch(size);
                purged += batch;
                if (batch < size) {
                    break;
                }
            }
            return purged;
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException("Interrupted while waiting for a connection", false, interrupt);
        }
    }

    private int batch(int size) throws InterruptedException {
        try {
            return statements.run("purge", (purge, dialect) -> {
                dialect.beforePurge(purge.getConnection());
                purge.setInt(1, size);
                return purge.executeUpdate();
            });
        } catch (SQLException failure) {
            if (statements.dialect().isUndone(failure)) {
                // Others were busy with the same records: there is another time.
                return 0;
            }
            throw SqlFailures.unclaimed(failure);
        }
    }
}
