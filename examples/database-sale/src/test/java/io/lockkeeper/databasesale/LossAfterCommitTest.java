package io.lockkeeper.databasesale;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.lockkeeper.jdbc.JdbcStore;
import io.lockkeeper.store.StoreAddress;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lock that is lost between the commit and its release: what was sold is sold, and must not be sold again. */
class LossAfterCommitTest {

    @Test
    void nothingIsSoldTwice(@TempDir Path folder) throws Exception {
        String url = "jdbc:h2:file:" + folder.resolve("sale") + ";AUTO_SERVER=TRUE";
        AtomicInteger commits = new AtomicInteger();
        HikariConfig config = new HikariConfig();
        try (JdbcStore store = JdbcStore.connect(StoreAddress.parse(url))) {
            config.setDataSource(after(url, () -> {
                commits.incrementAndGet();
                assertThat(store.revoke("stock:1").toCompletableFuture().join()).isPresent();
            }));
            try (Stock stock = new Stock(url, new HikariDataSource(config));
                    Till till = new WithTableLock(stock)) {
                stock.fill(10);
                assertThat(till.sell(1, 3)).isTrue();
                assertThat(stock.left(1)).isEqualTo(7);
                assertThat(commits).hasValue(1);
            }
        }
    }

    /** A source of connections that have something done after each commit. */
    private static DataSource after(String url, Runnable deed) {
        return proxy(DataSource.class, (source, method, arguments) -> {
            if (!method.getName().equals("getConnection")) {
                return method.getReturnType() == int.class ? 0 : null;
            }
            Connection connection = DriverManager.getConnection(url);
            return proxy(Connection.class, (same, called, values) -> {
                try {
                    Object result = called.invoke(connection, values);
                    if (called.getName().equals("commit")) {
                        deed.run();
                    }
                    return result;
                } catch (InvocationTargetException thrown) {
                    throw thrown.getCause();
                }
            });
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
