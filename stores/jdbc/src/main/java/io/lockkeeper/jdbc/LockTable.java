package io.lockkeeper.jdbc;

import io.lockkeeper.LockStatus;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The table of locks. What is usual is one statement; all else reads the row, decides in {@link LockRow} and writes it
 * back if nobody else did. Each statement is a transaction of its own. Blocks; thread-safe.
 */
final class LockTable {

    private static final int ATTEMPTS = 200;
    private static final int RENEWALS = 4;
    private static final Duration RETRY_LOCKED = Duration.ofMillis(200);
    private static final long FAR_FUTURE = Long.MAX_VALUE / 2;
    private static final long LONGEST_PAUSE_NANOS = 2_000_000;

    private final Connections connections;
    private final Dialect dialect;
    private final Sql sql;
    private final SqlFailures failures;
    private final long claimTime;

    LockTable(Connections connections, Dialect dialect, Sql sql, SqlFailures failures, long claimTime) {
        this.connections = connections;
        this.dialect = dialect;
        this.sql = sql;
        this.failures = failures;
        this.claimTime = claimTime;
    }

    /**
     * A lock whose row a transaction keeps is not to be had for the moment, and nobody knows who has it. A claim that may
     * be in the queue already is told that it is, as of a time from which no pushed grant is counted: its client asks again.
     *
     * @param abandoned whether nobody waits for the answer any more: then it is not sent, for nobody would give back what it
     *     is granted
     */
    ClaimOutcome claim(Claim claim, BooleanSupplier abandoned) {
        try {
            return decideOn(claim, abandoned);
        } catch (StoreUnavailableException failure) {
            if (failure.getCause() instanceof SQLException cause && dialect.isLockTimeout(cause)) {
                return claim.mayQueue()
                        ? new ClaimOutcome.Queued(null, 1, FAR_FUTURE, RETRY_LOCKED)
                        : new ClaimOutcome.Busy(null, RETRY_LOCKED);
            }
            throw failure;
        }
    }

    private ClaimOutcome decideOn(Claim claim, BooleanSupplier abandoned) {
        return with(abandoned, loan -> {
            Attempt attempt = dialect.take(loan, sql, claim);
            if (attempt.grant() != null) {
                return new ClaimOutcome.Granted(attempt.grant());
            }
            ClaimOutcome seen = attempt.found() == null ? look(loan, claim) : null;
            return seen == null ? decide(loan, claim.name(), attempt.found(), row -> row.claim(claim)) : seen;
        });
    }

    /**
     * What becomes of a claim that changes nothing and gets nothing: the row is not even locked for that. Null if it may. The
     * row may be a replica's, and so may the time: no pushed grant is counted from it.
     */
    private @Nullable ClaimOutcome look(Loan loan, Claim claim) throws SQLException {
        LockRow row = row(claim.name(), read(loan, "read", LockName.of(claim.name())));
        ClaimOutcome outcome = row.claim(claim);
        if (row.isChanged()) {
            return null;
        }
        if (outcome instanceof ClaimOutcome.Queued queued) {
            return new ClaimOutcome.Queued(queued.holder(), queued.ahead(), FAR_FUTURE, queued.recheckAfter());
        }
        return outcome instanceof ClaimOutcome.Busy ? outcome : null;
    }

    boolean release(Grant grant) {
        return with(loan -> (!grant.contended() && isReleased(loan, grant))
                || decide(loan, grant.name(), null, row -> row.release(grant.claim())));
    }

    /** Makes the usual attempt to release, which comes to nothing if somebody waits. */
    private boolean isReleased(Loan loan, Grant grant) throws SQLException {
        try (PreparedStatement release = loan.prepare(sql.text("release"))) {
            dialect.setName(release, 1, LockName.of(grant.name()).key());
            release.setString(2, grant.claim().toString());
            return release.executeUpdate() == 1;
        }
    }

    /** Decides something about one lock by its row. */
    <T> T decide(String name, Function<LockRow, T> decision) {
        return decide(name, () -> false, decision);
    }

    /** Decides something about one lock by its row, unless nobody waits for that any more. */
    <T> T decide(String name, BooleanSupplier abandoned, Function<LockRow, T> decision) {
        return with(abandoned, loan -> decide(loan, name, null, decision));
    }

    /** Looks at one lock, which is not changed: the row may be that of a replica, which is behind. */
    <T> T look(String name, Function<LockRow, T> look) {
        return with(loan -> look.apply(row(name, read(loan, "read", LockName.of(name)))));
    }

    /**
     * A row that somebody has locked for a moment is passed over, and tried again a few times. A later attempt that fails takes
     * nothing back of what is known by then.
     *
     * @param isTimeUp whether what is not decided yet is to be left
     */
    RenewalOutcome renew(Collection<Renewal> due, BooleanSupplier isTimeUp) {
        Map<ClaimId, Grant> renewed = new HashMap<>();
        Set<ClaimId> lost = new HashSet<>();
        List<Renewal> left = List.copyOf(due);
        for (int attempt = 1; attempt <= RENEWALS && !left.isEmpty(); attempt++) {
            List<Renewal> now = left;
            if (attempt > 1) {
                pause();
                if (isTimeUp.getAsBoolean()) {
                    break;
                }
            }
            try {
                RenewalOutcome outcome = with(loan -> dialect.renew(loan, sql, now, isTimeUp));
                renewed.putAll(outcome.renewed());
                lost.addAll(outcome.lost());
            } catch (RuntimeException failure) {
                if (renewed.isEmpty() && lost.isEmpty()) {
                    throw failure;
                }
                break;
            }
            left = now.stream()
                    .filter(renewal -> !renewed.containsKey(renewal.grant().claim())
                            && !lost.contains(renewal.grant().claim()))
                    .toList();
        }
        return new RenewalOutcome(renewed, lost);
    }

    List<LockStatus> list(String prefix, int limit) {
        return with(loan -> {
            try (PreparedStatement list = loan.prepare(sql.text("list"))) {
                dialect.setName(list, 1, prefix);
                list.setInt(2, limit);
                List<LockStatus> found = new ArrayList<>();
                try (ResultSet rows = list.executeQuery()) {
                    while (rows.next()) {
                        status(Columns.of(rows)).ifPresent(found::add);
                    }
                }
                return found;
            }
        });
    }

    private Optional<LockStatus> status(Columns read) {
        try {
            return new LockRow(read, claimTime).status();
        } catch (DateTimeException | ArithmeticException malformed) {
            Log.malformed("The row of the lock", read.name(), malformed);
            return Optional.empty();
        }
    }

    /** Deletes rows of locks that nobody held for a time, at most so many. Returns how many. */
    int sweep(long retention, int most) {
        return with(loan -> {
            try (PreparedStatement sweep = loan.prepare(sql.text("sweep"))) {
                sweep.setLong(1, retention);
                sweep.setLong(2, retention);
                sweep.setInt(3, most);
                return sweep.executeUpdate();
            }
        });
    }

    /**
     * What is decided rests on the row where it can be changed, and on that server's clock: a plain read may come from a
     * replica that is behind.
     */
    private <T> T decide(Loan loan, String name, @Nullable Columns known, Function<LockRow, T> decision)
            throws SQLException {
        LockName key = LockName.of(name);
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            Columns read = attempt == 1 && known != null ? known : read(loan, "lock", key);
            LockRow row = row(name, read);
            T decided = decision.apply(row);
            if (!row.isChanged()) {
                return decided;
            }
            if (read == null) {
                insert(loan, key);
            } else if (dialect.swap(loan, sql, row)) {
                return decided;
            } else {
                pause();
            }
        }
        throw failures.busy(name);
    }

    private LockRow row(String name, @Nullable Columns read) {
        return new LockRow(read == null ? Columns.absent(name) : read, claimTime);
    }

    private @Nullable Columns read(Loan loan, String statement, LockName name) throws SQLException {
        try (PreparedStatement read = loan.prepare(sql.text(statement))) {
            dialect.setName(read, 1, name.key());
            try (ResultSet row = read.executeQuery()) {
                return row.next() ? Columns.of(row) : null;
            }
        }
    }

    private void insert(Loan loan, LockName name) throws SQLException {
        try (PreparedStatement insert = loan.prepare(sql.text("insert"))) {
            dialect.setName(insert, 1, name.key());
            dialect.setName(insert, 2, name.longName());
            insert.executeUpdate();
        }
    }

    private <T> T with(Work<T> work) {
        return with(() -> false, work);
    }

    private <T> T with(BooleanSupplier abandoned, Work<T> work) {
        for (int attempt = 1; ; attempt++) {
            try (Loan loan = loan()) {
                if (abandoned.getAsBoolean()) { // It may have taken long to get a connection.
                    throw failures.silent();
                }
                return work.on(loan);
            } catch (SQLException failure) {
                if (dialect.isLockTimeout(failure)) {
                    throw failures.locked(failure);
                }
                if (!dialect.isUndone(failure) || attempt == ATTEMPTS) {
                    throw failures.sent(failure);
                }
            }
            pause();
        }
    }

    /** A moment, even if an interrupt is pending: it is for whoever waits for the answer. */
    private static void pause() {
        boolean interrupted = Thread.interrupted();
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(LONGEST_PAUSE_NANOS));
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Loan loan() {
        try {
            return connections.open();
        } catch (SQLException failure) {
            throw failures.unsent(failure);
        }
    }

    /** What is done with a connection on loan. */
    private interface Work<T> {
        T on(Loan loan) throws SQLException;
    }
}
