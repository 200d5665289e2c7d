package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A connection goes back as it came, even if its pool resets nothing. */
@OnEveryDatabase
class LoanTest extends DatabaseOfKind {

    LoanTest(Kind kind) {
        super(kind);
    }

    @Test
    void afterUse() throws SQLException {
        CountedDataSource source = new CountedDataSource(database().url(), false);
        Connection driver = changed(source);
        List<Object> before = settings(driver);
        JdbcSettings settings = JdbcSettings.defaults().withTimeout(Duration.ofSeconds(30));
        try (JdbcStore store = JdbcStore.over(source, settings)) {
            assertThat(settings(driver)).as("once the store is open").isEqualTo(before);
            store.release(new ClaimsOf("ann").hold(store, "orders", Duration.ofHours(1)))
                    .toCompletableFuture()
                    .join();
        }
        assertThat(source.last()).as("the only connection").isSameAs(driver);
        assertThat(settings(driver)).isEqualTo(before);
        driver.close();
    }

    @Test
    void ifItCannotBeUsed() throws SQLException {
        CountedDataSource source = new CountedDataSource(database().url(), false);
        Connection driver = changed(source);
        List<Object> before = settings(driver);
        PlainDataSource stubborn = new PlainDataSource() {
            @Override
            public Connection getConnection() throws SQLException {
                Connection connection = source.getConnection();
                return (Connection) Proxy.newProxyInstance(
                        Connection.class.getClassLoader(),
                        new Class<?>[] {Connection.class},
                        (proxy, method, arguments) -> {
                            if (method.getName().equals("setAutoCommit") && arguments[0].equals(true)) {
                                throw new SQLException("This pool forbids it.");
                            }
                            try {
                                return method.invoke(connection, arguments);
                            } catch (InvocationTargetException thrown) {
                                throw thrown.getCause();
                            }
                        });
            }
        };
        Connections connections =
                new Connections(stubborn, Dialects.of(driver), new Patience(500, 1, 2_000), false, null);
        assertThatThrownBy(connections::open).hasMessage("This pool forbids it.");
        assertThat(settings(driver)).isEqualTo(before);
        try (Connection next = source.getConnection()) {
            assertThat(next.isClosed()).isFalse();
            assertThat(source.last()).as("it was given back").isSameAs(driver);
        }
        driver.close();
    }

    /** One whose settings are not what they would be reset to. */
    private static Connection changed(CountedDataSource source) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setNetworkTimeout(Runnable::run, 123_000);
            statement.setQueryTimeout(77);
            return source.last();
        }
    }

    private static List<Object> settings(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return List.of(connection.getAutoCommit(), connection.getNetworkTimeout(), statement.getQueryTimeout());
        }
    }
}
