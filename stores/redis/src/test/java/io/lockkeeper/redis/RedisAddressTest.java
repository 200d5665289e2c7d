package io.lockkeeper.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisCredentialsProvider.ImmediateRedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslVerifyMode;
import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What addresses mean, and what is said of those that are wrong. */
class RedisAddressTest {

    @Test
    void a_host_is_enough() {
        RedisAddress address = parse("redis://localhost");
        assertThat(address.uri().getHost()).isEqualTo("localhost");
        assertThat(address.uri().getPort()).isEqualTo(6379);
        assertThat(address.uri().getDatabase()).isZero();
        assertThat(address.uri().isSsl()).isFalse();
        assertThat(address.settings()).isEqualTo(RedisSettings.defaults());
    }

    @Test
    void everything_can_be_said() {
        RedisAddress address = parse("rediss://ann:p%40ss%2Bw+rd@[::1]:7000/2"
                + "?prefix=team:&timeout=500ms&claim-time=1s&retention=1h&sockets=4&verify=ca");
        RedisURI uri = address.uri();
        assertThat(uri.getHost()).isEqualTo("::1");
        assertThat(uri.getPort()).isEqualTo(7000);
        assertThat(uri.getDatabase()).isEqualTo(2);
        assertThat(uri.isSsl()).isTrue();
        assertThat(uri.getVerifyMode()).isEqualTo(SslVerifyMode.CA);
        var login = ((ImmediateRedisCredentialsProvider) uri.getCredentialsProvider()).resolveCredentialsNow();
        assertThat(login.getUsername()).isEqualTo("ann");
        assertThat(login.getPassword()).containsExactly("p@ss+w+rd".toCharArray());
        assertThat(address.settings())
                .isEqualTo(RedisSettings.defaults()
                        .withPrefix("team:")
                        .withTimeout(Duration.ofMillis(500))
                        .withClaimTime(Duration.ofSeconds(1))
                        .withRetention(Duration.ofHours(1))
                        .withSockets(4));
    }

    @Test
    void mistakes_are_named_and_passwords_are_not() {
        refused("redis://localhost?timeuot=1s", "unknown parameter 'timeuot'");
        refused("redis://localhost?verify=none", "unknown parameter 'verify'");
        refused("rediss://localhost?verify=some", "'verify' is full");
        refused("rediss://localhost?cacert=/nowhere.pem", "none to read at '/nowhere.pem'");
        refused("redis://localhost?timeout=2", "a whole number with a unit");
        refused("redis://localhost?timeout=1h", "'timeout' must be between 50ms and 30s, not 1h");
        refused("redis://localhost?retention=1s", "'retention' must be between 10s and 365d, not 1s");
        refused("redis://localhost?sockets=many", "'sockets' is a number from 0 to 1000; this one: 'many'");
        refused("redis://localhost?sockets=1001", "'sockets' must be between 0 and 1000, not 1001");
        refused("redis://localhost?prefix=%7Ba%7D", "without braces");
        refused("redis://localhost/zero", "a database that is not a number");
        refused("redis:///1", "names no host");
        refused("redis://:swordfish@localhost/zero", "a database that is not a number");
        refused("redis://swordfish@localhost", "a user without a password");
        refused("redis://:swordf ish@localhost", "malformed");
    }

    private static RedisAddress parse(String url) {
        return RedisAddress.parse(StoreAddress.parse(url));
    }

    private static void refused(String url, String because) {
        assertThatThrownBy(() -> parse(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(because)
                .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain("swordf"));
    }
}
