package io.lockkeeper.spring.boot.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotencyState;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.spring.boot.LockkeeperAutoConfiguration;
import io.lockkeeper.spring.boot.idempotency.IdempotencyEndpoint.Action;
import io.lockkeeper.spring.boot.idempotency.IdempotencyEndpoint.Changed;
import io.lockkeeper.spring.boot.idempotency.IdempotencyEndpoint.ShownRecord;
import io.lockkeeper.spring.idempotency.Idempotent;
import io.lockkeeper.spring.idempotency.SpringTransactionalIdempotency;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.util.ClassUtils;

/** The Idempotency bean, the codecs and the endpoint. */
class IdempotencyTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    LockkeeperAutoConfiguration.class,
                    IdempotencyMetricsAutoConfiguration.class,
                    IdempotencyAutoConfiguration.class,
                    Jackson2CodecsAutoConfiguration.class,
                    Jackson3CodecsAutoConfiguration.class,
                    IdempotencyEndpointAutoConfiguration.class))
            .withConfiguration(jackson())
            .withPropertyValues("lockkeeper.store=memory:idempotency-" + UUID.randomUUID());

    private static AutoConfigurations jackson() {
        for (String name : List.of(
                "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration",
                "org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration")) {
            if (ClassUtils.isPresent(name, IdempotencyTest.class.getClassLoader())) {
                return AutoConfigurations.of(ClassUtils.resolveClassName(name, null));
            }
        }
        throw new IllegalStateException("There is no Jackson.");
    }

    @Test
    void without_a_database_records_are_in_the_store_of_the_locks() {
        runner.withBean(Shop.class).run(context -> {
            assertThat(context.getBean(Idempotency.class)).isInstanceOf(LeasedIdempotency.class);
            Shop shop = context.getBean(Shop.class);
            assertThat(shop.buy(new Order("a", List.of(1)))).isEqualTo(new Receipt("a", 1));
            assertThat(shop.buy(new Order("a", List.of(1)))).isEqualTo(new Receipt("a", 1));
        });
    }

    @Test
    void with_a_database_records_are_in_its_transactions() {
        runner.withBean(Shop.class).withUserConfiguration(Database.class).run(context -> {
            assertThat(context.getBean(Idempotency.class)).isInstanceOf(SpringTransactionalIdempotency.class);
            Shop shop = context.getBean(Shop.class);
            assertThat(shop.buy(new Order("a", List.of(1)))).isEqualTo(new Receipt("a", 1));
            assertThat(shop.buy(new Order("a", List.of(1)))).isEqualTo(new Receipt("a", 1));
            assertThat(new JdbcTemplate(context.getBean(DataSource.class))
                            .queryForObject("select count(*) from lockkeeper_idempotency", Integer.class))
                    .isEqualTo(1);
        });
    }

    @Test
    void requests_are_measured() {
        runner.withBean(Shop.class).withBean(SimpleMeterRegistry.class).run(context -> {
            Shop shop = context.getBean(Shop.class);
            assertThat(shop.buy(new Order("a", List.of(1)))).isEqualTo(shop.buy(new Order("a", List.of(1))));
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            assertThat(registry.get("lockkeeper.idempotency.execution")
                            .tag("store", "memory")
                            .timer()
                            .count())
                    .isEqualTo(1);
            assertThat(registry.get("lockkeeper.idempotency.requests")
                            .tag("outcome", "replayed")
                            .counter()
                            .count())
                    .isEqualTo(1);
        });
    }

    @Test
    void the_store_and_the_mode_can_be_chosen() {
        runner.withUserConfiguration(Database.class)
                .withPropertyValues("lockkeeper.idempotency.store=memory:own")
                .run(context -> assertThat(context.getBean(Idempotency.class)).isInstanceOf(LeasedIdempotency.class));
        runner.withUserConfiguration(Database.class)
                .withPropertyValues("lockkeeper.idempotency.mode=leased")
                .run(context -> assertThat(context.getBean(Idempotency.class)).isInstanceOf(LeasedIdempotency.class));
        runner.withPropertyValues(
                        "lockkeeper.idempotency.retention=7d",
                        "lockkeeper.idempotency.lease=10s",
                        "lockkeeper.idempotency.max-wait=3s")
                .run(context -> {
                    IdempotencyOptions options = context.getBean(IdempotencyOptions.class);
                    assertThat(options.retention().duration()).contains(Duration.ofDays(7));
                    assertThat(options.lease()).isEqualTo(Duration.ofSeconds(10));
                    assertThat(options.maxWait()).isEqualTo(Duration.ofSeconds(3));
                });
    }

    @Test
    void an_application_without_idempotent_methods_needs_no_store() {
        runner.withPropertyValues("lockkeeper.idempotency.store=mongo://nowhere")
                .run(context -> assertThat(context).hasNotFailed());
        runner.withPropertyValues("lockkeeper.idempotency.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(Idempotency.class));
    }

    @Test
    void what_is_wrong_is_said_with_what_would_be_right() {
        runner.withBean(Shop.class)
                .withPropertyValues("lockkeeper.idempotency.store=mongo://nowhere")
                .run(context ->
                        failed(context.getStartupFailure(), "can't be used", "Change lockkeeper.idempotency.store."));
        runner.withBean(Shop.class)
                .withPropertyValues("lockkeeper.idempotency.mode=transactional")
                .run(context -> failed(context.getStartupFailure(), "can't be transactional", "Add what is missing"));
        runner.withBean(Shop.class)
                .withPropertyValues(
                        "lockkeeper.idempotency.mode=transactional", "lockkeeper.idempotency.store=memory:x")
                .run(context -> failed(context.getStartupFailure(), "exclude each other", "Remove one of them."));
    }

    private static void failed(@Nullable Throwable failure, String description, String action) {
        Throwable cause = failure;
        while (cause != null && !(cause instanceof IdempotencyStoreException)) {
            cause = cause.getCause();
        }
        assertThat(cause).hasMessageContaining(description);
        FailureAnalysis analysis = new IdempotencyStoreFailureAnalyzer().analyze(Objects.requireNonNull(cause));
        assertThat(Objects.requireNonNull(analysis).getAction()).contains(action);
    }

    @Test
    void the_endpoint_shows_and_resolves_keys() {
        runner.withBean(Shop.class)
                .withPropertyValues("management.endpoints.web.exposure.include=idempotency")
                .withPropertyValues("management.endpoints.jmx.exposure.include=idempotency")
                .run(context -> {
                    Receipt unused = context.getBean(Shop.class).buy(new Order("a", List.of(1)));
                    IdempotencyEndpoint endpoint = context.getBean(IdempotencyEndpoint.class);
                    String scope = "shop";
                    ShownRecord record =
                            endpoint.records(scope, "a", null).records().get(0);
                    assertThat(record.state()).isEqualTo(IdempotencyState.COMPLETED.name());
                    assertThat(endpoint.records(scope, null, null).records())
                            .singleElement()
                            .satisfies(listed -> assertThat(listed.id()).isEqualTo("a"));
                    assertThat(endpoint.records(scope, "b", null).records()).isEmpty();
                    long token = record.attempt().token();
                    assertThat(endpoint.change(scope, "a", Action.COMPLETE, token, SecurityContext.NONE))
                            .isEqualTo(Changed.NOT_CHANGED);
                    assertThat(endpoint.change(scope, "a", Action.ERASE, null, SecurityContext.NONE))
                            .isEqualTo(Changed.DONE);
                    assertThat(endpoint.free(scope, "a", token + 1, SecurityContext.NONE))
                            .isEqualTo(Changed.NOT_CHANGED);
                    assertThat(endpoint.free(scope, "a", token, SecurityContext.NONE))
                            .isEqualTo(Changed.DONE);
                    assertThat(endpoint.records(scope, "a", null).records()).isEmpty();
                    assertThatThrownBy(() -> endpoint.change(scope, "a", Action.COMPLETE, null, SecurityContext.NONE))
                            .isInstanceOf(InvalidEndpointRequestException.class);
                });
    }

    record Order(String id, List<Integer> items) {}

    record Receipt(String id, int number) {}

    static class Shop {

        private int bought;

        @Idempotent(key = "#order.id", scope = "shop")
        public Receipt buy(Order order) {
            bought++;
            return new Receipt(order.id(), bought);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Database {

        @Bean
        DataSource source() {
            return new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        }

        @Bean
        PlatformTransactionManager transactionManager(DataSource source) {
            return new DataSourceTransactionManager(source);
        }
    }
}
