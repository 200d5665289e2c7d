package io.lockkeeper.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.Holder;
import io.lockkeeper.store.ClaimId;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What a row of the table of locks says, as it was read.
 *
 * @param name the lock's name
 * @param known whether it is of a format and kind that this release knows
 * @param changes how often it was changed
 * @param now the database's clock, in microseconds
 * @param tenancy who has the lock, be the lease over or not
 * @param lastToken the last fencing token that was given
 * @param waiting who waits
 * @param withdrawn which claims are refused
 */
record Columns(
        String name,
        boolean known,
        long changes,
        long now,
        @Nullable Tenancy tenancy,
        long lastToken,
        @Nullable String waiting,
        @Nullable String withdrawn) {

    private static final int FORMAT = 1;
    private static final long MICROS_PER_MINUTE = 60_000_000L;

    /** Of a lock that has no row. */
    static Columns absent(String name) {
        return new Columns(name, true, 0, 0, null, 0, null, null);
    }

    static Columns of(ResultSet row) throws SQLException {
        byte[] longName = row.getBytes("long_name");
        String claim = row.getString("claim");
        long lastToken = row.getLong("last_token");
        return new Columns(
                new String(longName == null ? row.getBytes("name") : longName, UTF_8),
                row.getInt("format") == FORMAT && row.getLong("capacity") == 1,
                row.getLong("changes"),
                row.getLong("at"),
                claim == null ? null : tenancy(row, claimId(claim), lastToken),
                lastToken,
                row.getString("waiting"),
                row.getString("withdrawn"));
    }

    /** Somebody holds the lock, though nobody knows who: until the lease ends. */
    private static ClaimId claimId(String claim) {
        try {
            return ClaimId.parse(claim);
        } catch (IllegalArgumentException malformed) {
            return new ClaimId("unknown", 0);
        }
    }

    /** Some databases keep an empty text as none. */
    private static String text(ResultSet row, String column) throws SQLException {
        String text = row.getString(column);
        return text == null ? "" : text;
    }

    private static Tenancy tenancy(ResultSet row, ClaimId claim, long lastToken) throws SQLException {
        Holder holder = new Holder(
                claim.client(),
                text(row, "host"),
                row.getLong("pid"),
                text(row, "thread"),
                text(row, "description"),
                row.getLong("process_group"));
        return new Tenancy(
                claim, holder, row.getLong("since"), row.getLong("ends"), row.getLong("first_token"), lastToken);
    }

    /** Sets the parameters by which a row is written back; returns the number of the one after them. */
    static int write(PreparedStatement swap, LockRow row, Dialect dialect) throws SQLException {
        Tenancy held = row.tenancy();
        swap.setString(1, held == null ? null : held.claim().toString());
        swap.setString(2, held == null ? null : held.holder().host());
        swap.setLong(3, held == null ? 0 : held.holder().pid());
        swap.setString(4, held == null ? null : held.holder().thread());
        swap.setString(5, held == null ? null : held.holder().description());
        swap.setLong(6, held == null ? 0 : held.holder().processGroup());
        swap.setLong(7, held == null ? row.now() : held.since());
        long ends = held == null ? row.now() : held.ends();
        swap.setLong(8, ends);
        swap.setLong(9, (held == null ? row.now() : held.since()) / MICROS_PER_MINUTE);
        swap.setLong(10, held == null ? row.lastToken() : held.firstToken());
        swap.setLong(11, row.lastToken());
        swap.setString(12, Waiting.write(row.waiting()));
        swap.setString(13, Withdrawn.write(row.withdrawn()));
        dialect.setName(swap, 14, LockName.of(row.name()).key());
        swap.setLong(15, row.changes());
        return 16;
    }
}
