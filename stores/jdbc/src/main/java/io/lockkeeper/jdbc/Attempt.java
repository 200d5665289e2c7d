package io.lockkeeper.jdbc;

import static java.util.concurrent.TimeUnit.MICROSECONDS;

import io.lockkeeper.Holder;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Remaining;
import io.lockkeeper.store.Tokens;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What came of the usual attempt to take a lock, which is one statement.
 *
 * @param grant the grant, if the lock was free for the taking
 * @param found the lock's row if it was not, as far as the statement told
 */
record Attempt(@Nullable Grant grant, @Nullable Columns found) {

    /** Nothing is known but that the lock was not free for the taking. */
    static final Attempt IN_VAIN = new Attempt(null, null);

    /**
     * Sets the parameters of the statement.
     *
     * @param dialect how names are set
     * @param whole whether it is to answer with the row that is in its way
     */
    static void describe(PreparedStatement attempt, Claim claim, Dialect dialect, boolean whole) throws SQLException {
        LockName name = LockName.of(claim.name());
        Holder holder = claim.holder();
        dialect.setName(attempt, 1, name.key());
        dialect.setName(attempt, 2, name.longName());
        attempt.setString(3, claim.id().toString());
        attempt.setString(4, holder.host());
        attempt.setLong(5, holder.pid());
        attempt.setString(6, holder.thread());
        attempt.setString(7, holder.description());
        attempt.setLong(8, holder.processGroup());
        attempt.setLong(9, LockRow.micros(claim.lease()));
        attempt.setLong(10, claim.tokens());
        if (whole) {
            dialect.setName(attempt, 11, name.key());
            attempt.setString(12, claim.id().toString());
        }
    }

    /**
     * Reads the row with which the statement answers, if it does.
     *
     * @param whole whether it is a whole row of the table
     */
    static Attempt read(ResultSet row, Claim claim, boolean whole) throws SQLException {
        if (!row.next()) {
            return IN_VAIN;
        }
        long now = row.getLong("at");
        if (!claim.id().toString().equals(row.getString("claim")) || row.getLong("ends") <= now) {
            return whole ? new Attempt(null, Columns.of(row)) : IN_VAIN;
        }
        Grant grant = new Grant(
                claim.name(),
                claim.id(),
                new Tokens(row.getLong("first_token"), row.getLong("last_token")),
                new Remaining(MICROSECONDS.toNanos(row.getLong("ends") - now), MICROSECONDS.toNanos(now)),
                row.getBoolean("contended"));
        return new Attempt(grant, null);
    }
}
