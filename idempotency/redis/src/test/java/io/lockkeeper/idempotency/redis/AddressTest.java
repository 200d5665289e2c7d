package io.lockkeeper.idempotency.redis;

import static io.lockkeeper.idempotency.redis.Claims.PRINT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.TlsIdentity;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AddressTest {

    @Test
    void an_address_of_locks_serves_idempotency_too() throws Exception {
        try (RedisServer redis = RedisServer.start();
                LeasedIdempotency idempotency = LeasedIdempotency.connect(
                        redis.url() + "/3?prefix=app:&timeout=3s&claim-time=2s&retention=1m&sockets=0")) {
            assertThat(idempotency.run(Claims.key(), PRINT, attempt -> "paid"))
                    .isEqualTo(new Outcome.Executed<>("paid"));
            assertThat(redis.exec("INFO", "keyspace")).asString().contains("db3:keys=1");
        }
    }

    @Test
    void a_password_in_a_file_and_certificates_of_ones_own_are_used(@TempDir Path directory) throws Exception {
        Path password = Files.writeString(directory.resolve("password"), "secret\n");
        try (RedisServer redis = RedisServer.configure()
                .tls()
                .user("app", "on >secret ~* &* +@all")
                .start()) {
            String address = "rediss://app@127.0.0.1:" + redis.port() + "?password-file=" + password + "&cacert="
                    + TlsIdentity.shared().certificatePem();
            try (LeasedIdempotency idempotency = RedisIdempotency.connect(address)) {
                assertThat(idempotency.run(Claims.key(), PRINT, attempt -> "paid"))
                        .isEqualTo(new Outcome.Executed<>("paid"));
            }
        }
    }

    @Test
    void a_malformed_address_is_refused_without_its_password() {
        for (String address : new String[] {
            "redis://:secret@host/a",
            "redis://:secret@/1",
            "redis://:secret@host?lease=1s",
            "rediss://:secret@host?verify=x",
            "redis-sentinel://:secret@host",
            "redis://:secret@host?timeout=1"
        }) {
            assertThatThrownBy(() -> RedisIdempotency.connect(address))
                    .as(address)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageNotContaining("secret");
        }
    }
}
