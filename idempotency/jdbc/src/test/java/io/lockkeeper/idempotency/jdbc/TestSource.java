package io.lockkeeper.idempotency.jdbc;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A pool that counts what is sent through it, looks at what is given back, and can make commits fail. */
final class TestSource implements DataSource {

    /** What happens at a commit instead of it. */
    interface AtCommit {
        void commit(Connection connection) throws SQLException;
    }

    /** Is told what is about to be done, and what was done. */
    interface Watch {
        void at(String step);
    }

    private final String url;
    private final int isolation;
    private final boolean autoCommit;
    private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();
    private final AtomicInteger statements = new AtomicInteger();
    private final AtomicInteger all = new AtomicInteger();
    private final AtomicInteger lent = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final List<String> faults = new CopyOnWriteArrayList<>();
    private volatile Watch watch = step -> {};
    private volatile @Nullable AtCommit atCommit;
    private volatile @Nullable SQLException refusal;

    TestSource(String url) {
        this(url, Connection.TRANSACTION_READ_COMMITTED, true);
    }

    TestSource(String url, int isolation, boolean autoCommit) {
        this.url = url;
        this.isolation = isolation;
        this.autoCommit = autoCommit;
    }

    /** How many prepared statements were executed; savepoints are none. */
    int statements() {
        return statements.get();
    }

    /** How many statements of any kind were executed; savepoints are none. */
    int allStatements() {
        return all.get();
    }

    /** Has each step told: "before" or "after", and "connection", "commit" or the text of a statement. */
    void watch(Watch watcher) {
        watch = watcher;
    }

    /** How many connections are lent. */
    int lent() {
        return lent.get();
    }

    /** How many connections were lent at the same time at most. */
    int mostLent() {
        return most.get();
    }

    /** What was wrong with connections that were given back. */
    List<String> faults() {
        return faults;
    }

    /** Does something else at the next commit. */
    void atNextCommit(AtCommit instead) {
        atCommit = instead;
    }

    /** Lends nothing until this is called with null. */
    void refuse(@Nullable SQLException why) {
        refusal = why;
    }

    @Override
    public Connection getConnection() throws SQLException {
        SQLException refused = refusal;
        if (refused != null) {
            throw refused;
        }
        watch.at("before connection");
        Connection pooled = idle.poll();
        Connection connection = pooled == null ? open() : pooled;
        int now = lent.incrementAndGet();
        most.accumulateAndGet(now, Math::max);
        return proxy(Connection.class, connection, (method, call) -> {
            switch (method) {
                case "close" -> {
                    giveBack(connection);
                    return null;
                }
                case "commit" -> {
                    AtCommit instead = atCommit;
                    if (instead != null) {
                        atCommit = null;
                        instead.commit(connection);
                        return null;
                    }
                }
                default -> {}
            }
            Object result = call.result();
            if (method.equals("commit")) {
                watch.at("after commit");
            }
            return result instanceof Statement statement ? counted(statement, call.text()) : result;
        });
    }

    private Connection open() throws SQLException {
        Connection connection = DriverManager.getConnection(url);
        connection.setTransactionIsolation(isolation);
        connection.setAutoCommit(autoCommit);
        return connection;
    }

    private void giveBack(Connection connection) throws SQLException {
        lent.decrementAndGet();
        if (connection.isClosed()) {
            return;
        }
        if (connection.getAutoCommit() != autoCommit) {
            faults.add("auto-commit was changed");
        }
        if (connection.getTransactionIsolation() != isolation) {
            faults.add("the isolation was changed");
        }
        if (!autoCommit) {
            connection.rollback();
        }
        idle.push(connection);
    }

    private Statement counted(Statement statement, String sql) {
        boolean prepared = statement instanceof PreparedStatement;
        Class<? extends Statement> type = prepared ? PreparedStatement.class : Statement.class;
        return proxy(type, statement, (method, call) -> {
            if (!method.startsWith("execute")) {
                return call.result();
            }
            all.incrementAndGet();
            if (prepared) {
                statements.incrementAndGet();
            }
            String text = prepared ? sql : call.text();
            watch.at("before " + text);
            Object result = call.result();
            watch.at("after " + text);
            return result;
        });
    }

    /** A call of a method that is passed on when its result is asked for. */
    private interface Call {
        @Nullable
        Object result() throws Throwable;

        /** The first argument, if it is a text. */
        String text();
    }

    private interface Seen {
        @Nullable
        Object result(String method, Call call) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Object behind, Seen seen) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> seen.result(method.getName(), new Call() {
                    @Override
                    public @Nullable Object result() throws Throwable {
                        try {
                            return method.invoke(behind, arguments);
                        } catch (InvocationTargetException thrown) {
                            throw thrown.getCause();
                        }
                    }

                    @Override
                    public String text() {
                        return arguments != null && arguments.length > 0 ? String.valueOf(arguments[0]) : "";
                    }
                })));
    }

    /** Executes something that is not counted. */
    static void execute(Connection connection, String command) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(command);
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("nothing to unwrap");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
