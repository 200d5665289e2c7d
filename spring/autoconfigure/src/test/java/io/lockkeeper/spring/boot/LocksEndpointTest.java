package io.lockkeeper.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.servers.RedisServer;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

/** The endpoint of a running application, over HTTP. */
class LocksEndpointTest {

    private static final String READ_WRITE = "--management.endpoint.locks.access=unrestricted";

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void it_lists_locks_with_their_holders() throws Exception {
        try (ConfigurableApplicationContext app = start("--lockkeeper.store=memory:listed");
                Lease lease = client(app).lock("orders/42").acquire()) {
            assertThat(get(app, "").body())
                    .contains(
                            "\"orders/42\"",
                            "\"pid\":" + ProcessHandle.current().pid());
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @Test
    void a_name_with_slashes_is_a_parameter() throws Exception {
        try (ConfigurableApplicationContext app = start("--lockkeeper.store=memory:slashes");
                Lease lease = client(app).lock("a/b").acquire();
                Lease other = client(app).lock("a/c").acquire()) {
            assertThat(lease.isHeld() && other.isHeld()).isTrue();
            assertThat(get(app, "?name=a/b").body()).contains("\"a/b\"").doesNotContain("\"a/c\"");
        }
    }

    @Test
    void it_is_read_only_by_default() throws Exception {
        try (ConfigurableApplicationContext app = start("--lockkeeper.store=memory:readonly");
                Lease lease = client(app).lock("a").acquire()) {
            assertThat(delete(app, "?name=a").statusCode()).isEqualTo(405);
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @Test
    void a_holder_is_asked_before_its_lock_is_taken() throws Exception {
        try (RedisServer redis = RedisServer.start();
                ConfigurableApplicationContext app = start(READ_WRITE, "--lockkeeper.store=" + redis.url());
                LockClient elsewhere = LockClient.connect(redis.url())) {
            Lease lease = elsewhere.lock("a/b").acquire();
            lease.onRecalled(recall -> lease.close());
            assertThat(delete(app, "?name=a/b&wait=20s").body()).contains("RELEASED_BY_HOLDER");
            assertThat(audit(app)).singleElement().satisfies(event -> {
                assertThat(event.getType()).isEqualTo("LOCK_RELEASE");
                assertThat(event.getData()).containsEntry("lock", "a/b").containsEntry("outcome", "RELEASED_BY_HOLDER");
            });
        }
    }

    @Test
    void a_lock_whose_holder_keeps_it_is_taken() throws Exception {
        try (RedisServer redis = RedisServer.start();
                ConfigurableApplicationContext app = start(READ_WRITE, "--lockkeeper.store=" + redis.url());
                LockClient elsewhere = LockClient.connect(redis.url())) {
            Lease lease = elsewhere.lock("a").acquire();
            assertThat(delete(app, "?name=a&wait=100ms").body()).contains("TAKEN");
            client(app).lock("a").acquire().close();
            assertThat(delete(app, "?name=b").body()).contains("NOT_HELD");
            assertThat(lease.token()).isPositive();
        }
    }

    @Test
    void a_release_without_a_store_is_of_the_default_one_under_its_name() throws Exception {
        try (ConfigurableApplicationContext app = start(
                READ_WRITE,
                "--lockkeeper.store=orders",
                "--lockkeeper.stores.orders=memory:alias",
                "--lockkeeper.stores.stock=memory:beside-alias")) {
            Lease lease = client(app).lock("a").acquire();
            assertThat(delete(app, "?name=a&wait=100ms").body()).contains("TAKEN");
            assertThat(audit(app))
                    .singleElement()
                    .satisfies(event -> assertThat(event.getData()).containsEntry("store", "orders"));
            assertThat(lease.token()).isPositive();
        }
    }

    @Test
    void a_client_of_the_applications_own_is_the_default_one() {
        Boots.runner()
                .withBean("own", LockClient.class, () -> LockClient.connect("memory:own-default"))
                .withPropertyValues("lockkeeper.store=orders", "lockkeeper.stores.orders.url=memory:orders")
                .run(context -> {
                    LockClients clients = context.getBean(LockClients.class);
                    assertThat(clients.usual(clients.byName())).hasValue("own");
                });
    }

    @Test
    void a_release_without_a_store_is_refused_if_none_is_the_default_one() throws Exception {
        try (ConfigurableApplicationContext app =
                start(TwoClients.class, READ_WRITE, "--lockkeeper.stores.orders=memory:beside-two")) {
            assertThat(delete(app, "?name=a").statusCode()).isEqualTo(400);
            assertThat(delete(app, "?name=a&store=one").body()).contains("NOT_HELD");
        }
    }

    @Test
    void a_value_that_is_not_allowed_is_refused() throws Exception {
        try (ConfigurableApplicationContext app = start(READ_WRITE, "--lockkeeper.store=memory:refused")) {
            Lease lease = client(app).lock("a").acquire();
            assertThat(delete(app, "?name=a&wait=-1s").statusCode()).isEqualTo(400);
            assertThat(delete(app, "?name=%07").statusCode()).isEqualTo(400);
            assertThat(get(app, "?name=%07").statusCode()).isEqualTo(400);
            assertThat(lease.isHeld()).isTrue();
            lease.close();
        }
    }

    @Test
    void a_store_that_cannot_release_says_why() {
        Boots.runner()
                .withBean(
                        LockClientFactory.class,
                        () -> (store, url, options) ->
                                without(String.valueOf(url), LockClient.connect("memory:" + store, options)))
                .withPropertyValues(
                        "lockkeeper.store=kept",
                        "lockkeeper.stores.kept.url=forceRelease",
                        "lockkeeper.stores.blind.url=inspection")
                .run(context -> {
                    LocksEndpoint endpoint = new LocksEndpoint(context.getBean(LockClients.class), context);
                    Lease lease = context.getBean(LockClient.class).lock("a").acquire();
                    assertThatThrownBy(() -> endpoint.release("a", null, Duration.ZERO, SecurityContext.NONE))
                            .isInstanceOfSatisfying(
                                    InvalidEndpointRequestException.class,
                                    refused -> assertThat(refused.getReason()).contains("end the holder's process"));
                    assertThatThrownBy(() -> endpoint.release("a", "blind", null, SecurityContext.NONE))
                            .isInstanceOfSatisfying(
                                    InvalidEndpointRequestException.class,
                                    refused -> assertThat(refused.getReason()).contains("can't tell who holds"));
                    assertThat(lease.isHeld()).isTrue();
                });
    }

    /** A client whose store can't do something. */
    private static LockClient without(String what, LockClient client) {
        return (LockClient) Proxy.newProxyInstance(
                LockClient.class.getClassLoader(),
                new Class<?>[] {LockClient.class},
                (self, method, arguments) ->
                        method.getName().equals(what) ? Optional.empty() : method.invoke(client, arguments));
    }

    @Test
    void addresses_are_not_shown() throws Exception {
        try (RedisServer redis = RedisServer.configure().password("secret").start();
                ConfigurableApplicationContext app = start("--lockkeeper.store=" + redis.url())) {
            assertThat(get(app, "").body()).contains("Redis").doesNotContain("secret");
        }
    }

    @Test
    void a_client_of_the_applications_own_does_not_take_the_place_of_a_store() {
        Boots.runner()
                .withBean("orders", LockClient.class, () -> LockClient.connect("memory:own"))
                .withPropertyValues("lockkeeper.stores.orders.url=memory:orders")
                .run(context -> assertThat(context.getBean(LockClients.class).byName())
                        .containsEntry("orders", context.getBean("ordersLockClient", LockClient.class))
                        .containsEntry("bean:orders", context.getBean("orders", LockClient.class)));
    }

    @Test
    void no_client_is_made_to_be_shown() {
        AtomicInteger made = new AtomicInteger();
        Boots.runner()
                .withBean(
                        "other",
                        LockClient.class,
                        () -> {
                            made.incrementAndGet();
                            return LockClient.connect("memory:other");
                        },
                        definition -> definition.setScope("prototype"))
                .withPropertyValues("lockkeeper.stores.orders.url=memory:orders")
                .run(context -> {
                    assertThat(context.getBean(LockClients.class).byName()).containsOnlyKeys("orders");
                    assertThat(made).hasValue(0);
                });
    }

    private static ConfigurableApplicationContext start(String... arguments) {
        return start(App.class, arguments);
    }

    private static ConfigurableApplicationContext start(Class<?> app, String... arguments) {
        String[] all = new String[arguments.length + 3];
        all[0] = "--server.port=0";
        all[1] = "--management.endpoints.web.exposure.include=locks";
        all[2] = "--spring.jmx.enabled=false";
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        return new SpringApplication(app).run(all);
    }

    private static LockClient client(ConfigurableApplicationContext app) {
        return app.getBean(LockClient.class);
    }

    private static List<AuditEvent> audit(ConfigurableApplicationContext app) {
        return app.getBean(App.class).events;
    }

    private HttpResponse<String> get(ConfigurableApplicationContext app, String query) throws Exception {
        return http.send(request(app, query).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> delete(ConfigurableApplicationContext app, String query) throws Exception {
        return http.send(request(app, query).DELETE().build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(ConfigurableApplicationContext app, String query) {
        String port = app.getEnvironment().getRequiredProperty("local.server.port");
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/actuator/locks" + query));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class App {
        final List<AuditEvent> events = new CopyOnWriteArrayList<>();

        @EventListener
        void audited(AuditApplicationEvent event) {
            events.add(event.getAuditEvent());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class TwoClients {
        @Bean
        LockClient one() {
            return LockClient.connect("memory:one");
        }

        @Bean
        LockClient two() {
            return LockClient.connect("memory:two");
        }
    }
}
