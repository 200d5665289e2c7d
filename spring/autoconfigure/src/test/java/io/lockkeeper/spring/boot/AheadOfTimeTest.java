package io.lockkeeper.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.LockClient;
import io.lockkeeper.spring.LockDatabase;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.TestCompiler;
import org.springframework.javapoet.ClassName;

/** An application that Spring processed ahead of time, as for a native image. */
class AheadOfTimeTest {

    private static final TestPropertyValues STORES =
            TestPropertyValues.of("lockkeeper.store=memory:aot", "lockkeeper.stores.orders.url=memory:aot-orders");

    @Test
    @CompileWithForkedClassLoader // So that generated classes reach what is private to the package.
    @SuppressWarnings("unchecked") // The generated class is an initializer of any context.
    void it_has_the_clients_of_all_stores() {
        TestGenerationContext generation = new TestGenerationContext();
        AnnotationConfigApplicationContext source = new AnnotationConfigApplicationContext();
        source.register(App.class);
        STORES.applyTo(source);
        ClassName name = new ApplicationContextAotGenerator().processAheadOfTime(source, generation);
        generation.writeGeneratedContent();
        TestCompiler.forSystem().with(generation).compile(compiled -> {
            try (GenericApplicationContext context = new GenericApplicationContext()) {
                STORES.applyTo(context);
                compiled.getInstance(ApplicationContextInitializer.class, name.toString())
                        .initialize(context);
                context.refresh();
                LockClient client = context.getBean(LockClient.class);
                assertThat(client).isSameAs(context.getBean("lockClient"));
                for (LockClient each : List.of(client, context.getBean("ordersLockClient", LockClient.class))) {
                    assertThat(each.lock("a").tryAcquire()).isPresent();
                }
                assertThat(context.getBean(LockClients.class).byName()).containsOnlyKeys("default", "orders");
                assertThat(context.getBeanProvider(LockDatabase.class).stream()).isEmpty();
            }
        });
    }

    @Test
    void services_proxies_and_scripts_are_kept() {
        RuntimeHints hints = new RuntimeHints();
        new LockkeeperRuntimeHints().registerHints(hints, getClass().getClassLoader());
        assertThat(RuntimeHintsPredicates.proxies().forInterfaces(LockClient.class))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.proxies().forInterfaces(DistributedLock.class))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.resource().forResource("io/lockkeeper/jdbc/h2/claim.sql"))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.resource().forResource("META-INF/services/io.lockkeeper.store.Engine"))
                .accepts(hints);
        for (String provider : List.of("redis.RedisStoreProvider", "jdbc.JdbcStoreProvider", "engine.SystemEngine")) {
            assertThat(hints.reflection().getTypeHint(TypeReference.of("io.lockkeeper." + provider)))
                    .satisfies(hint -> assertThat(Objects.requireNonNull(hint).constructors())
                            .hasSize(1));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({LockkeeperAutoConfiguration.class, LockDatabaseAutoConfiguration.class})
    static class App {}
}
