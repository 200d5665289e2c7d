package io.lockkeeper.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * The settings of sessions that are nobody else's: those of our own pool, where no pooler stands between. A statement that
 * bounds its own waits does so too late for a table that somebody has locked. Thread-safe.
 */
final class OwnSessions {

    private final String setting;
    private final Set<Connection> prepared =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    /** {@code setting} bounds the waits of the session that executes it. */
    OwnSessions(String setting) {
        this.setting = setting;
    }

    /** Sets what is to be set, in the driver's connection, the first time that the pool gives it. */
    void prepare(Connection pooled) throws SQLException {
        Connection session = pooled.unwrap(Connection.class);
        if (prepared.contains(session)) {
            return;
        }
        session.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        Command.execute(session, setting);
        prepared.add(session);
    }
}
