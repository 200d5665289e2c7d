package io.lockkeeper.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AwaitTest {
    @Test
    void asks_until_the_condition_holds() {
        AtomicInteger asked = new AtomicInteger();
        Await.until("the third time", Duration.ofSeconds(30), () -> {
            if (asked.incrementAndGet() == 1) {
                throw new IllegalStateException("not yet");
            }
            return asked.get() == 3;
        });
        assertThat(asked).hasValue(3);
    }

    @Test
    void says_what_did_not_happen_and_why() {
        assertThatThrownBy(() -> Await.until("the miracle", Duration.ofMillis(10), () -> {
                    throw new IllegalStateException("no luck");
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessage("the miracle did not happen within PT0.01S; the last attempt failed: "
                        + "java.lang.IllegalStateException: no luck")
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void ends_when_the_thread_is_interrupted() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Await.until("it", Duration.ofDays(1), () -> false))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }
}
