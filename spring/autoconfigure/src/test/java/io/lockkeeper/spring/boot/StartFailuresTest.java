package io.lockkeeper.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.Purpose;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What an operator reads if an application does not start. */
class StartFailuresTest {

    @Test
    void a_missing_store_is_explained() {
        assertThat(output(App.class))
                .contains("There is no store for locks: lockkeeper.store is not set")
                .contains("Set lockkeeper.store, for example to redis://localhost:6379");
    }

    @Test
    void an_unreachable_store_is_explained_without_its_password() {
        String output = output(App.class, "--lockkeeper.store=redis://ann:secret@127.0.0.1:1");
        assertThat(output)
                .contains("The store 'default' for locks can't be reached")
                .contains("Check that the server runs, and the address in lockkeeper.store")
                .doesNotContain("secret");
    }

    @Test
    void a_store_that_is_too_weak_is_explained() {
        assertThat(output(Careful.class, "--lockkeeper.store=memory:weak"))
                .contains("The lock 'a' is declared for CORRECTNESS, which is not guaranteed here")
                .contains("Use a store that guarantees it");
    }

    @Test
    void a_malformed_address_is_explained() {
        assertThat(output(
                        App.class,
                        "--lockkeeper.store=memory:near",
                        "--lockkeeper.stores.far.url=rediss://host?verify=maybe"))
                .contains("The store 'far' for locks can't be used")
                .contains("Change lockkeeper.stores.far.url");
    }

    /** The logger writes where the stream was that it found, so the error stream is read by the reporter's own output. */
    private static String output(Class<?> application, String... arguments) {
        PrintStream before = System.out;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
        try {
            SpringApplication spring = new SpringApplication(application);
            spring.setWebApplicationType(WebApplicationType.NONE);
            assertThatThrownBy(() -> spring.run(arguments)).isNotNull();
        } finally {
            System.setOut(before);
        }
        return output.toString(StandardCharsets.UTF_8);
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(LockkeeperAutoConfiguration.class)
    static class App {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(LockkeeperAutoConfiguration.class)
    static class Careful {
        @Bean
        Object careful(LockClient client) {
            return client.lock("a", LockOptions.defaults().withPurpose(Purpose.CORRECTNESS));
        }
    }
}
