package io.lockkeeper.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.lettuce.core.RedisClient;
import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.jdbc.JdbcStore;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.ZooKeeperServer;
import io.lockkeeper.store.StoreAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanDefinitionCustomizer;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/** Locks by what the application has already, which stays open. */
class SharedResourcesTest {

    /** Without this, the context would close the bean, and nobody could tell who did. */
    static final BeanDefinitionCustomizer LEFT_OPEN =
            definition -> ((AbstractBeanDefinition) definition).setDestroyMethodName("");

    @Test
    void a_data_source_keeps_the_locks_and_stays_open() throws Exception {
        try (HikariDataSource source = h2()) {
            Boots.runner()
                    .withBean("shop", DataSource.class, () -> source, LEFT_OPEN)
                    .run(context -> locks(context.getBean(LockClient.class)));
            assertThat(source.isClosed()).isFalse();
            try (Connection connection = source.getConnection();
                    ResultSet rows =
                            connection.createStatement().executeQuery("SELECT count(*) FROM lockkeeper_locks2")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isPositive();
            }
        }
    }

    /** It is made when the clients are, so after the bean that closes them. */
    @Test
    void a_data_source_is_closed_after_the_locks_were_released() throws InterruptedException {
        try (HikariDataSource other = h2()) {
            Boots.runner()
                    .withBean("shop", DataSource.class, () -> h2(other.getJdbcUrl()), bean -> bean.setLazyInit(true))
                    .withPropertyValues("lockkeeper.shutdown-timeout=0s")
                    .run(context -> {
                        Lease lease =
                                context.getBean(LockClient.class).lock("a").acquire();
                        context.close();
                        assertThat(lease.isHeld()).isFalse();
                    });
            try (LockClient client = JdbcStore.client(other)) {
                assertThat(client.lock("a").tryAcquire()).isPresent();
            }
        }
    }

    @Test
    void a_data_source_that_chooses_between_databases_is_refused() {
        try (HikariDataSource one = h2();
                HikariDataSource two = h2()) {
            Boots.runner()
                    .withBean("shop", DataSource.class, () -> new LazyConnectionDataSourceProxy(byTenant(one, two)))
                    .run(context -> assertThat(Failures.of(context))
                            .hasMessageContaining("The DataSource chooses between databases"));
        }
    }

    @Test
    void locks_are_not_part_of_transactions() throws InterruptedException {
        try (HikariDataSource source = h2()) {
            SharedDataSource shared = new SharedDataSource();
            var address = StoreAddress.parse("bean:shop?table-prefix=shop_");
            try (LockClient client =
                    shared.open(new TransactionAwareDataSourceProxy(source), address, ClientOptions.defaults())) {
                locks(client);
            }
            assertThat(source.isClosed()).isFalse();
        }
    }

    @Test
    void one_of_several_data_sources_is_chosen_by_name() {
        try (HikariDataSource one = h2();
                HikariDataSource two = h2()) {
            Boots.runner()
                    .withBean("one", DataSource.class, () -> one, LEFT_OPEN)
                    .withBean("two", DataSource.class, () -> two, LEFT_OPEN)
                    .withPropertyValues("lockkeeper.store=bean:two?table-prefix=shop_&retention=1h")
                    .run(context -> {
                        locks(context.getBean(LockClient.class));
                        try (Connection connection = two.getConnection()) {
                            connection.createStatement().execute("SELECT * FROM shop_locks2");
                        }
                    });
        }
    }

    @Test
    void several_data_sources_without_a_choice_are_refused() {
        try (HikariDataSource one = h2();
                HikariDataSource two = h2()) {
            Boots.runner()
                    .withBean("one", DataSource.class, () -> one, LEFT_OPEN)
                    .withBean("two", DataSource.class, () -> two, LEFT_OPEN)
                    .run(context -> assertThat(Failures.of(context))
                            .hasMessageContaining("several beans of type DataSource, and none is primary: [one, two]")
                            .hasMessageContaining("lockkeeper.store=bean:NAME"));
        }
    }

    @Test
    void redis_comes_before_a_data_source() {
        try (HikariDataSource source = h2();
                RedisServer redis = RedisServer.start()) {
            Boots.runner()
                    .withBean(DataSource.class, () -> source, LEFT_OPEN)
                    .withBean(LettuceConnectionFactory.class, () -> factory(redis))
                    .run(context -> {
                        LockClient client = context.getBean(LockClient.class);
                        locks(client);
                        assertThat(client.guarantees().store()).contains("Redis");
                    });
        }
    }

    @Test
    void a_lettuce_client_tells_its_address() {
        try (RedisServer redis = RedisServer.start()) {
            Boots.runner()
                    .withBean(RedisClient.class, () -> RedisClient.create("redis://127.0.0.1:" + redis.port()))
                    .run(context -> locks(context.getBean(LockClient.class)));
        }
    }

    @Test
    void a_curator_framework_keeps_the_locks_and_stays_open() {
        try (ZooKeeperServer server = ZooKeeperServer.start();
                CuratorFramework framework = CuratorFrameworkFactory.newClient(
                        "127.0.0.1:" + server.port(), 6_000, 5_000, new RetryOneTime(100))) {
            framework.start();
            Boots.runner()
                    .withBean(CuratorFramework.class, () -> framework, LEFT_OPEN)
                    .withPropertyValues("lockkeeper.shutdown-timeout=0s")
                    .run(context -> locks(context.getBean(LockClient.class)));
            assertThat(framework.getZookeeperClient().isConnected()).isTrue();
        }
    }

    @Test
    void a_framework_that_is_not_started_is_refused() {
        CuratorFramework framework = CuratorFrameworkFactory.newClient("localhost:1", new RetryOneTime(1));
        Boots.runner()
                .withBean(CuratorFramework.class, () -> framework)
                .run(context ->
                        assertThat(Failures.of(context)).hasMessageContaining("The CuratorFramework is not started"));
    }

    @Test
    void a_bean_that_keeps_no_locks_is_refused() {
        Boots.runner()
                .withBean("word", String.class, () -> "text")
                .withPropertyValues("lockkeeper.store=bean:word")
                .run(context ->
                        assertThat(Failures.of(context)).hasMessageContaining("The bean 'word' is a java.lang.String"));
    }

    static void locks(LockClient client) throws InterruptedException {
        try (Lease lease = client.lock("a/b").acquire()) {
            assertThat(lease.isHeld()).isTrue();
        }
    }

    static LettuceConnectionFactory factory(RedisServer redis) {
        return new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", redis.port()));
    }

    private static DataSource byTenant(DataSource one, DataSource two) {
        AbstractRoutingDataSource source = new AbstractRoutingDataSource() {
            @Override
            protected Object determineCurrentLookupKey() {
                return Thread.currentThread().getName().length() % 2;
            }
        };
        source.setTargetDataSources(Map.of(0, one, 1, two));
        source.afterPropertiesSet();
        return source;
    }

    private static HikariDataSource h2() {
        return h2("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    }

    private static HikariDataSource h2(String url) {
        HikariDataSource source = new HikariDataSource();
        source.setJdbcUrl(url);
        return source;
    }
}
