package io.lockkeeper.bench.idempotency;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.IntegrationMessageHeaderAccessor;
import org.springframework.integration.handler.advice.IdempotentReceiverInterceptor;
import org.springframework.integration.jdbc.metadata.JdbcMetadataStore;
import org.springframework.integration.metadata.ConcurrentMetadataStore;
import org.springframework.integration.redis.metadata.RedisMetadataStore;
import org.springframework.integration.selector.MetadataStoreSelector;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHandler;
import org.springframework.messaging.support.GenericMessage;
import org.springframework.transaction.support.TransactionTemplate;

/** Spring Integration's idempotent receiver. It keeps keys, not answers: a repeat is skipped. */
final class SpringService {

    private SpringService() {}

    static void createTable(Statement statement) throws SQLException {
        // As in its own script.
        statement.execute(
                "CREATE TABLE INT_METADATA_STORE (METADATA_KEY VARCHAR(255) NOT NULL, METADATA_VALUE VARCHAR(4000),"
                        + " REGION VARCHAR(100) NOT NULL,"
                        + " constraint INT_METADATA_STORE_PK primary key (METADATA_KEY, REGION))");
    }

    /** The mark and the order are one transaction, which the receiver by itself does not begin. */
    static Service inDatabase(Servers servers, Orders orders) throws SQLException {
        HikariDataSource pool = servers.pool();
        JdbcMetadataStore store = new JdbcMetadataStore(pool);
        store.afterPropertiesSet();
        TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(pool));
        MessageHandler receiver = receiver(store, key -> {
            Connection connection = DataSourceUtils.getConnection(pool);
            try {
                orders.place(connection, key);
            } finally {
                DataSourceUtils.releaseConnection(connection, pool);
            }
        });
        return service(
                request -> transaction.executeWithoutResult(status -> receiver.handleMessage(request)), pool::close);
    }

    /** The mark is in Redis, before the order and for ever, even if the order fails. */
    static Service inRedis(Servers servers, Orders orders) throws SQLException {
        HikariDataSource pool = servers.pool();
        LettuceConnectionFactory connections =
                new LettuceConnectionFactory("127.0.0.1", servers.redis().port());
        connections.afterPropertiesSet();
        connections.start();
        MessageHandler receiver = receiver(new RedisMetadataStore(connections), key -> orders.place(pool, key));
        return service(receiver, () -> {
            connections.destroy();
            pool.close();
        });
    }

    private static MessageHandler receiver(ConcurrentMetadataStore store, Handler handler) {
        IdempotentReceiverInterceptor interceptor =
                new IdempotentReceiverInterceptor(new MetadataStoreSelector(SpringService::key, store));
        interceptor.setBeanFactory(new DefaultListableBeanFactory());
        interceptor.afterPropertiesSet();
        MessageHandler target = request -> handle(request, handler);
        ProxyFactory proxies = new ProxyFactory(target);
        proxies.addAdvice(interceptor);
        return (MessageHandler) proxies.getProxy();
    }

    /** By default a repeat is marked, and it is the handler that has to look. */
    private static void handle(Message<?> request, Handler handler) {
        if (request.getHeaders().containsKey(IntegrationMessageHeaderAccessor.DUPLICATE_MESSAGE)) {
            return;
        }
        try {
            handler.place(key(request));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        ((Order) request.getPayload()).placed().set(true);
    }

    private static String key(Message<?> request) {
        return ((Order) request.getPayload()).key();
    }

    private static Service service(MessageHandler receiver, Runnable close) {
        return new Service() {
            @Override
            public Answer place(String key) {
                Order order = new Order(key, new AtomicBoolean());
                receiver.handleMessage(new GenericMessage<>(order));
                return order.placed().get() ? Answer.RAN : Answer.SKIPPED;
            }

            @Override
            public void close() {
                close.run();
            }
        };
    }

    private record Order(String key, AtomicBoolean placed) {}

    @FunctionalInterface
    private interface Handler {
        void place(String key) throws SQLException;
    }
}
