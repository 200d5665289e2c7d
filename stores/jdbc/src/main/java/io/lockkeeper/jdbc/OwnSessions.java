package io.lockkeeper.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * The settings of sessions that are nobody else's: those of our own pool, where no pooler stands between. A statement that
 * bounds its own waits does so too late for a table that somebody has locked. Thread-safe.
 */
final class OwnSessions {

    private final String setting;
    private final Map<Connection, Boolean> set = Collections.synchronizedMap(new WeakHashMap<>());

    /** With a statement that bounds the waits of its session. */
    OwnSessions(String setting) {
        this.setting = setting;
    }

    /** Sets what is to be set, in the driver's connection, the first time that the pool gives it. */
    void prepare(Connection pooled) throws SQLException {
        Connection session = pooled.unwrap(Connection.class);
        if (set.containsKey(session)) {
            return;
        }
        session.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        Command.execute(session, setting);
        set.put(session, true);
    }
}
