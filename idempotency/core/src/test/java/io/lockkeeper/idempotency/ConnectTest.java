package io.lockkeeper.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ConnectTest {

    @Test
    void those_who_name_the_same_memory_share_its_records() throws Exception {
        IdempotencyKey key = IdempotencyKey.of("payments", "42");
        try (LeasedIdempotency one = LeasedIdempotency.connect("memory:shared");
                LeasedIdempotency same = LeasedIdempotency.connect("memory:shared");
                LeasedIdempotency other = LeasedIdempotency.connect("memory:other")) {
            assertThat(one.run(key, Fingerprint.none(), attempt -> 1)).isEqualTo(new Outcome.Executed<>(1));
            assertThat(same.run(key, Fingerprint.none(), attempt -> 2)).isEqualTo(new Outcome.Replayed<>(1));
            assertThat(other.run(key, Fingerprint.none(), attempt -> 3)).isEqualTo(new Outcome.Executed<>(3));
        }
    }

    @Test
    void an_address_that_no_store_understands_is_refused_without_its_password() {
        assertThatThrownBy(() -> LeasedIdempotency.connect("mongo://ann:secret@host/db"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("mongo:")
                .hasMessageContaining("memory")
                .hasMessageNotContaining("secret");
    }

    @Test
    void a_memory_without_a_name_is_refused() {
        assertThatThrownBy(() -> LeasedIdempotency.connect("memory:"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("memory:NAME");
    }
}
