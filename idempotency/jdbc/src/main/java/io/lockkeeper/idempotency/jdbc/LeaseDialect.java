package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.IdempotencyClaim;
import io.lockkeeper.idempotency.store.LeaseRenewal;
import io.lockkeeper.idempotency.store.Ownership;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** What the leased mode does otherwise in each kind of database. Without state. */
interface LeaseDialect {

    static LeaseDialect of(Dialect dialect) {
        if (dialect instanceof PostgreSql) {
            return new PostgreSqlLeases();
        }
        if (dialect instanceof MySql) {
            return new MySqlLeases();
        }
        return dialect instanceof MariaDb ? new MariaDbLeases() : new H2Leases();
    }

    /** Claims a key, or finds out what is there. */
    ClaimAnswer claim(LeaseSession session, IdempotencyClaim claim) throws SQLException;

    /** Renews leases, and returns those that are lost. */
    List<Ownership> renew(LeaseSession session, List<LeaseRenewal> due) throws SQLException;

    /** Whether a statement waited in vain for a row that somebody has locked. It has done nothing. */
    boolean isLocked(SQLException failure);

    /** A statement that waits no longer for a row. */
    default String bounded(String text, LeasePatience patience) {
        return text;
    }

    /** Sets how long a statement may take. */
    default void bound(PreparedStatement statement, LeasePatience patience) throws SQLException {
        statement.setQueryTimeout(patience.seconds());
    }

    /** Sets the last parameter of a change: how long it waits for the row, where statements say so. */
    default void setPatience(PreparedStatement statement, int index, LeasePatience patience) throws SQLException {}

    /** Bounds the waits of a session for rows, where statements cannot say it; returns what gives the session back what it had. */
    default Restoring begin(Connection connection, LeasePatience patience) throws SQLException {
        return () -> {};
    }

    /** Gives a session back what it had. */
    interface Restoring {
        void restore() throws SQLException;
    }
}
