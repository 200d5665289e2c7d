package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.Retention;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out whether a commit took effect whose answer was lost. It claims the key on another connection, as a request would: such a
 * claim sees what is committed, does not get past a transaction that is still being committed, and is never answered by a replica.
 */
final class CommitDoubt {

    private static final Logger LOG = LoggerFactory.getLogger("io.lockkeeper.idempotency");
    private static final long PAUSE = 20_000_000;

    /** What became of a transaction. */
    enum Fate {
        COMMITTED,
        ROLLED_BACK,
        UNKNOWN
    }

    private final DataSource source;
    private final Table table;
    private final Duration timeout;

    CommitDoubt(DataSource source, Table table, Duration timeout) {
        this.source = source;
        this.table = table;
        this.timeout = timeout;
    }

    /**
     * Asks until it is known, or until the timeout. The thread's interrupt is kept for later.
     *
     * @param claimed when the mark was claimed at the earliest, in nanoseconds
     */
    Fate of(Mark mark, long claimed) {
        long end = System.nanoTime() + timeout.toNanos();
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                Fate fate = ask(mark);
                if (fate == Fate.ROLLED_BACK && isOver(mark.retention(), claimed)) {
                    // It may have been committed, and be gone or count as absent by now.
                    return Fate.UNKNOWN;
                }
                if (fate != Fate.UNKNOWN || System.nanoTime() >= end) {
                    return fate;
                }
                LockSupport.parkNanos(PAUSE);
                interrupted |= Thread.interrupted();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static boolean isOver(Retention retention, long claimed) {
        return retention
                .duration()
                .filter(kept -> System.nanoTime() - claimed >= kept.toNanos())
                .isPresent();
    }

    private Fate ask(Mark mark) {
        Loan loan;
        try {
            loan = Loan.of(source);
        } catch (SQLException | RuntimeException failure) {
            LOG.debug("The fate of {} is not known yet", mark.key(), failure);
            return Fate.UNKNOWN;
        }
        try {
            ClaimReply reply = table.claim(loan.connection(), mark.another());
            if (reply instanceof ClaimReply.Made) {
                // Rolled back below: it was there to be had, so it was not committed.
                return Fate.ROLLED_BACK;
            }
            if (reply instanceof ClaimReply.Seen seen) {
                boolean ours = seen.row().attempt().owner().equals(mark.owner());
                return ours && seen.row().isFinished() ? Fate.COMMITTED : Fate.ROLLED_BACK;
            }
            return Fate.UNKNOWN;
        } catch (SQLException | RuntimeException failure) {
            LOG.debug("The fate of {} is not known yet", mark.key(), failure);
            return Fate.UNKNOWN;
        } finally {
            loan.rollback();
        }
    }
}
