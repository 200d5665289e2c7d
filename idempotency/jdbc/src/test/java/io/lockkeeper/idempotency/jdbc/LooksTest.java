package io.lockkeeper.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LooksTest {

    @Test
    void the_time_spent_waiting_for_another_request_is_none_of_the_database() throws Exception {
        Looks looks = new Looks(Duration.ofMinutes(1), Duration.ofMillis(1));
        assertThat(looks.pauseForOther()).isTrue();
        assertThat(looks.waited()).isGreaterThan(Duration.ofMillis(1));
        assertThat(looks.pauseAfterUndoing()).isTrue();
        assertThat(looks.pauseAfterUndoing()).isFalse();
    }
}
