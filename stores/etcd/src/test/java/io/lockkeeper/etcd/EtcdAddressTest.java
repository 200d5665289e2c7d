package io.lockkeeper.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.servers.TlsIdentity;
import io.lockkeeper.store.StoreAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What addresses mean, and what is said of those that are wrong. */
class EtcdAddressTest {

    private static final String PEM =
            URLEncoder.encode(TlsIdentity.shared().certificatePem().toString(), StandardCharsets.UTF_8);

    @Test
    void aHostIsEnough() {
        EtcdSettings settings = parse("etcd://localhost");
        assertThat(settings.endpoints()).containsExactly(new Endpoint("localhost", 2379));
        assertThat(settings.credentials()).isEmpty();
        assertThat(settings.tls()).isEmpty();
        assertThat(settings.prefix()).isEmpty();
        assertThat(settings.timeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.ttl()).isEqualTo(Duration.ofSeconds(30));
    }

    /** However long another answer may take: a member that is silent has to be left before the session's end. */
    @Test
    void whatKeepsTheSessionIsGivenAQuarterOfItsTimeAtMost() {
        assertThat(parse("etcd://localhost?timeout=30s&ttl=2s").patience()).isEqualTo(Duration.ofMillis(500));
        assertThat(parse("etcd://localhost?timeout=1s&ttl=30s").patience()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void everythingCanBeSaid() {
        EtcdSettings settings =
                parse("etcds://ann:p%40ss%2Bw+rd@a.example:1,[::1]:2,c/?prefix=team%2F&timeout=500ms&ttl=1m"
                        + "&cacert=" + PEM + "&cert=" + PEM + "&key=" + PEM);
        assertThat(settings.endpoints())
                .isEqualTo(List.of(new Endpoint("a.example", 1), new Endpoint("::1", 2), new Endpoint("c", 2379)));
        assertThat(settings.credentials()).contains(new Credentials("ann", "p@ss+w+rd"));
        Path pem = TlsIdentity.shared().certificatePem();
        EtcdSettings.Tls tls = settings.tls().orElseThrow();
        assertThat(tls.authorities()).contains(pem);
        assertThat(tls.identity()).contains(new EtcdSettings.Identity(pem, pem));
        assertThat(settings.prefix()).isEqualTo("team/");
        assertThat(settings.timeout()).isEqualTo(Duration.ofMillis(500));
        assertThat(settings.ttl()).isEqualTo(Duration.ofMinutes(1));
        assertThat(settings.where()).isEqualTo("a.example:1,[::1]:2,c:2379");
        assertThat(settings.toString()).doesNotContain("p@ss");
    }

    @Test
    void mistakesAreNamedAndPasswordsAreNot() {
        refused("etcd:localhost", "names no host");
        refused("etcd://", "an endpoint that names no host");
        refused("etcd://a,,b", "an endpoint that names no host");
        refused("etcd://a:b", "whose port is not a number");
        refused("etcd://a:70000", "whose port is not a number");

        refused("etcd://localhost/locks", "has a path");
        refused("etcd://localhost?timeuot=1s", "unknown parameter 'timeuot'");
        refused("etcd://localhost?cacert=/a.pem", "unknown parameter 'cacert'");
        refused("etcds://localhost?cacert=/nowhere.pem", "none to read at '/nowhere.pem'");
        refused("etcds://localhost?cert=" + PEM, "takes both 'cert' and 'key'");
        refused("etcd://localhost?ttl=2500ms", "in whole seconds");
        refused("etcd://localhost?ttl=1s", "'ttl' must be between 2s and 10m, not 1s");
        refused("etcd://localhost?timeout=1h", "'timeout' must be between 50ms and 30s, not 1h");
        refused("etcd://localhost?prefix=a%0Ab", "none of them a control character");
        refused("etcd://localhost?prefix=a%E2%80%AEb", "this one: 'a\\u202eb'");
        refused("etcd://:swordfish@localhost", "no user with a password");
        refused("etcd://ann:swordfish@localhost/x", "has a path");
        refused("etcd://ann:sword/fish@localhost", "need %-encoding");
    }

    private static EtcdSettings parse(String url) {
        return EtcdAddress.parse(StoreAddress.parse(url));
    }

    private static void refused(String url, String because) {
        assertThatThrownBy(() -> parse(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(because)
                .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain("swordfish", "fish@"));
    }
}
