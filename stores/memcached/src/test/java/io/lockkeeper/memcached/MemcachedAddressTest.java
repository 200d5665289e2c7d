package io.lockkeeper.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What addresses mean, and what is said of those that are wrong. */
class MemcachedAddressTest {

    private static MemcachedAddress parse(String url) {
        return MemcachedAddress.parse(StoreAddress.parse(url));
    }

    @Test
    void aHostIsEnough() {
        MemcachedAddress address = parse("memcached://localhost");
        assertThat(address.host()).isEqualTo("localhost");
        assertThat(address.port()).isEqualTo(11_211);
        assertThat(address.login()).isEmpty();
        assertThat(address.encryption()).isEmpty();
        assertThat(address.prefix()).isEmpty();
        assertThat(address.timeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(address.where()).isEqualTo("localhost:11211");
    }

    @Test
    void everythingCanBeSaid() {
        MemcachedAddress address =
                parse("memcacheds://ann:p%40ss%2Bw+r%20d:x@[::1]:7000/?prefix=team:&timeout=500ms&verify=ca");
        assertThat(address.where()).isEqualTo("[::1]:7000");
        assertThat(address.login()).contains(new MemcachedAddress.Login("ann", "p@ss+w+r d:x"));
        assertThat(address.encryption().orElseThrow().namesItself()).isFalse();
        assertThat(address.prefix()).isEqualTo("team:");
        assertThat(address.timeout()).isEqualTo(Duration.ofMillis(500));
        assertThat(address.toString()).contains("ann").doesNotContain("p@ss");
        assertThat(parse("memcacheds://a").encryption().orElseThrow().namesItself())
                .isTrue();
    }

    @Test
    void oneServerIsNamedAndNoMore() {
        assertThatThrownBy(() -> parse("memcached://a,b:11212"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("several servers")
                .hasMessageContaining("would move to another, where they are free")
                .hasMessageContaining("it reads memcached://[user:password@]host[:port]");
    }

    @Test
    void whatIsWrongIsSaidWithoutThePassword() {
        refuses("memcached:///", "names no host");
        refuses("memcached://host/0", "has a path after the host");
        refuses("memcached://host#a", "names no host");
        refuses("memcached://ann@host", "no user and password");
        refuses("memcached://:secret@host", "no user and password");
        refuses("memcached://ann%20b:secret@host", "login does not allow");
        refuses("memcached://ann:secret%0A@host", "login does not allow");
        refuses("memcached://host?timeout=1ms", "'timeout' must be between 50ms and 30s, not 1ms");
        refuses("memcached://host?timeout=5", "'timeout' must be a whole number with a unit");
        refuses("memcached://host?prefix=a%20b", "printable ASCII");
        refuses("memcached://host?verify=ca", "unknown parameter 'verify'; known are [prefix, timeout]");
        refuses("memcacheds://host?verify=none", "'verify' is full (certificate and host name) or ca");
        refuses("memcacheds://host?cacert=/no/such/file", "'cacert' names a PEM file");
        refuses("memcacheds://ann:secret@host?tiemout=1s", "unknown parameter 'tiemout'");
    }

    private static void refuses(String url, String message) {
        assertThatThrownBy(() -> parse(url))
                .as(url)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("secret");
    }
}
