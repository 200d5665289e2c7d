package io.lockkeeper.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A small pool that counts the prepared statements that are executed through it. */
final class CountedDataSource extends PlainDataSource {

    private final String url;
    private final boolean autoCommit;
    private final AtomicLong statements = new AtomicLong();
    private final AtomicReference<@Nullable Connection> last = new AtomicReference<>();
    private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();

    CountedDataSource(String url) {
        this(url, true);
    }

    /** One whose connections commit each statement by themselves, or do not. */
    CountedDataSource(String url, boolean autoCommit) {
        this.url = url;
        this.autoCommit = autoCommit;
    }

    long statements() {
        return statements.get();
    }

    /** Returns the connection that was asked for last, as the driver made it. */
    Connection last() {
        return Objects.requireNonNull(last.get());
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection pooled = idle.poll();
        Connection connection = pooled == null ? DriverManager.getConnection(url) : pooled;
        connection.setAutoCommit(autoCommit);
        last.set(connection);
        return proxy(Connection.class, connection, (method, result) -> {
            if (method.equals("close")) {
                idle.push(connection);
            }
            return result instanceof PreparedStatement prepared ? counted(prepared) : result;
        });
    }

    private PreparedStatement counted(PreparedStatement statement) {
        return proxy(PreparedStatement.class, statement, (method, result) -> {
            if (method.startsWith("execute")) {
                statements.incrementAndGet();
            }
            return result;
        });
    }

    private static <T> T proxy(Class<T> type, T behind, Seen seen) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    try {
                        boolean kept = method.getName().equals("close") && behind instanceof Connection;
                        return seen.result(method.getName(), kept ? null : method.invoke(behind, arguments));
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                }));
    }

    private interface Seen {
        @Nullable
        Object result(String method, @Nullable Object result);
    }
}
