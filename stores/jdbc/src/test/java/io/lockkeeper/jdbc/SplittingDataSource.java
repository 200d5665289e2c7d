package io.lockkeeper.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** Sends what only reads and locks nothing to a replica, as read-splitting proxies do, and all else to the primary. */
final class SplittingDataSource extends PlainDataSource {

    private final String primary;
    private final String replica;

    SplittingDataSource(String primary, String replica) {
        this.primary = primary;
        this.replica = replica;
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

    private static boolean isRead(String statement) {
        return statement.replaceFirst("^SET STATEMENT .* FOR ", "").startsWith("SELECT")
                && !statement.contains("FOR UPDATE")
                && !statement.contains("FINAL TABLE")
                && !statement.contains("pg_notify");
    }
}
