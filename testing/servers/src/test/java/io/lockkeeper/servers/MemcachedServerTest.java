package io.lockkeeper.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

@RequiresMemcached
class MemcachedServerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Test
    void it_forgets_everything_when_it_is_killed_and_restarted_on_its_port() {
        try (MemcachedServer memcached = MemcachedServer.start()) {
            int port = memcached.port();
            assertThat(memcached.url()).isEqualTo("memcached://127.0.0.1:" + port);
            assertThat(memcached.exec("set name 0 0 5\r\nvalue")).containsExactly("STORED");
            assertThat(memcached.exec("get name")).containsExactly("VALUE name 0 5", "value");
            assertThat(memcached.stats()).containsEntry("curr_items", 1L);
            memcached.kill();
            assertThatThrownBy(() -> memcached.exec("get name")).isInstanceOf(UncheckedIOException.class);
            memcached.restart();
            assertThat(memcached.port()).isEqualTo(port);
            assertThat(memcached.exec("get name")).isEmpty();
        }
    }

    @Test
    void a_paused_server_answers_when_it_goes_on() {
        try (MemcachedServer memcached = MemcachedServer.start();
                MemcachedConnection connection = memcached.connect(Duration.ofMillis(200))) {
            memcached.pause();
            assertThatThrownBy(() -> connection.exec("get name")).isInstanceOf(UncheckedIOException.class);
            memcached.resume();
            assertThat(memcached.exec("get name")).isEmpty();
        }
    }

    @Test
    void its_options_are_those_of_its_command_line() {
        try (MemcachedServer memcached = MemcachedServer.start("-m", "3")) {
            assertThat(memcached.stats()).containsEntry("limit_maxbytes", 3L << 20);
        }
    }

    @Test
    void a_user_is_let_in_and_nobody_else() {
        try (MemcachedServer memcached = MemcachedServer.startWithUser("app", "word");
                MemcachedConnection stranger = MemcachedConnection.open(memcached.port(), Optional.empty(), PATIENCE)) {
            assertThat(memcached.url()).isEqualTo("memcached://app:word@127.0.0.1:" + memcached.port());
            assertThat(memcached.exec("get name")).isEmpty();
            assertThat(stranger.exec("get name")).containsExactly("CLIENT_ERROR unauthenticated");
        }
    }

    @Test
    void tls_is_spoken_and_nothing_else() {
        try (MemcachedServer memcached = MemcachedServer.startWithTls();
                MemcachedConnection plain = MemcachedConnection.open(memcached.port(), Optional.empty(), PATIENCE)) {
            assertThat(memcached.url()).startsWith("memcacheds://127.0.0.1:");
            assertThat(memcached.exec("get name")).isEmpty();
            assertThatThrownBy(() -> plain.exec("get name")).isInstanceOf(UncheckedIOException.class);
        }
    }
}
