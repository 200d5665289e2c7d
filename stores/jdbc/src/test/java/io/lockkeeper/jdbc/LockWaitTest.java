package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Waits are passed to databases as numbers that they can count to. */
class LockWaitTest {

    @Test
    void aWaitIsOfThoseThatDatabasesCanCount() {
        Duration longest = Duration.ofMillis(Integer.MAX_VALUE);
        assertThat(LockWait.countable(Duration.ofSeconds(3))).isEqualTo(Duration.ofSeconds(3));
        assertThat(LockWait.countable(Duration.ofDays(36_500))).isEqualTo(longest);
        assertThat(LockWait.countable(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(longest);
        assertThat(LockWait.countable(Duration.ofSeconds(-1))).isZero();
    }
}
