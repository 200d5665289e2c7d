package io.lockkeeper.redis;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.TlsIdentity;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Store;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Locks over TLS. */
class TlsTest extends WithRedis {

    private static final String CA =
            "cacert=" + URLEncoder.encode(TlsIdentity.shared().certificatePem().toString(), StandardCharsets.UTF_8);

    TlsTest() {
        super(RedisServer.configure().tls());
    }

    @Override
    public Store open() {
        return open(redis.url() + "?timeout=10s&" + CA);
    }

    @Test
    void requests_and_pushes_go_over_verified_connections() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            Claim claim = bob.queue("orders");
            ann.release(grant);
            bob.awaitGrant(claim);
        }
    }

    @Test
    void so_do_the_calls_of_callers_that_come_often() {
        for (String parameters : new String[] {"", "&verify=ca"}) {
            try (RedisStore store = open(redis.url() + "?timeout=10s&" + CA + parameters)) {
                // The one that all share, and the one that counts; those of the store before end a moment later.
                eventually(patience(), () -> assertThat(clients()).isEqualTo(2));
                eventually(patience(), () -> {
                    SocketsTest.call(store, 16);
                    assertThat(clients()).isGreaterThan(2);
                });
            }
        }
    }

    private int clients() {
        return Integer.parseInt(Objects.requireNonNull(redis.info("clients").get("connected_clients")));
    }

    @Test
    void a_server_that_is_not_trusted_is_refused() {
        assertThatThrownBy(() -> open(redis.url())).isInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(() -> open(redis.url() + "?verify=ca")).isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void a_server_need_not_be_verified_if_one_says_so() {
        try (RedisStore store = open(redis.url() + "?verify=none")) {
            assertThat(store.warnings()).hasSize(1).allMatch(warning -> warning.contains("verify=none"));
        }
        open(redis.url() + "?verify=ca&" + CA).close();
    }
}
