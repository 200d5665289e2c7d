package io.lockkeeper.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * Sends what reads to a replica and all else to the primary. Proxies know a statement that locks by its last words, if at
 * all: ProxySQL's documented rule is {@code ^SELECT.*FOR UPDATE$}, so that it takes {@code FOR UPDATE NOWAIT} for a read.
 */
final class SplittingDataSource extends PlainDataSource {

    private final String primary;
    private final String replica;
    private final boolean knowsLocks;

    SplittingDataSource(String primary, String replica) {
        this(primary, replica, true);
    }

    /** One that knows a statement that locks when it sees one, or takes it for a read, too. */
    SplittingDataSource(String primary, String replica, boolean knowsLocks) {
        this.primary = primary;
        this.replica = replica;
        this.knowsLocks = knowsLocks;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection writes = DriverManager.getConnection(primary);
        Connection reads = DriverManager.getConnection(replica);
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    boolean prepares = method.getName().equals("prepareStatement");
                    try {
                        if (method.getName().equals("close")) {
                            reads.close();
                        }
                        return method.invoke(prepares && isRead((String) arguments[0]) ? reads : writes, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    private boolean isRead(String statement) {
        return statement.replaceFirst("^SET STATEMENT .*? FOR ", "").startsWith("SELECT")
                && !(knowsLocks && statement.endsWith("FOR UPDATE"))
                && !statement.contains("FINAL TABLE")
                && !statement.contains("pg_notify");
    }
}
