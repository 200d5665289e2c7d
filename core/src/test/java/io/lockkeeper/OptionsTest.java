package io.lockkeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Options refuse what can't be meant and say what would be; texts for people are cut and cleaned. */
class OptionsTest {

    @Test
    void aLeaseIsNeitherTooShortNorTooLong() {
        for (Duration wrong : new Duration[] {Duration.ofMillis(49), Duration.ZERO, Duration.ofDays(366)}) {
            assertThatThrownBy(() -> LockOptions.defaults().withFixedLease(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("50 ms to 365 days")
                    .hasMessageContaining(wrong.toString());
            assertThatThrownBy(() -> LockOptions.defaults().withRenewedLease(wrong))
                    .hasMessageContaining("50 ms");
            assertThatThrownBy(() -> ClientOptions.defaults().withLease(wrong)).hasMessageContaining("50 ms");
        }
        assertThat(LockOptions.defaults().withFixedLease(Duration.ofMillis(50)).lease())
                .isPresent();
    }

    @Test
    void aWaitIsNotNegative() {
        assertThatThrownBy(() -> LockOptions.defaults().withMaxWait(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("zero or longer");
    }

    @Test
    void aLocalRunHasAHolderAndATime() {
        assertThatThrownBy(() -> new LocalRuns(0, Duration.ZERO, Duration.ZERO))
                .hasMessageContaining("at least 1 holder");
        assertThatThrownBy(() -> new LocalRuns(1, Duration.ofMillis(-1), Duration.ZERO))
                .hasMessageContaining("zero or longer");
        assertThatThrownBy(() -> new LocalRuns(1, Duration.ofMillis(2), Duration.ofMillis(1)))
                .hasMessageContaining("not below the lower one");
        assertThatThrownBy(() -> ClientOptions.defaults().withProcessGroup(-1)).hasMessageContaining("0 (none)");
    }

    @Test
    void optionsAreChangedInCopiesOnly() {
        LockOptions defaults = LockOptions.defaults();
        LockOptions changed =
                defaults.withMaxWait(Duration.ZERO).withPurpose(Purpose.FENCED).withInterruptOnLoss(true);
        assertThat(defaults.maxWait()).isEmpty();
        assertThat(changed.withUnboundedWait().maxWait()).isEmpty();
        assertThat(changed.purpose()).isEqualTo(Purpose.FENCED);
        assertThat(changed.interruptOnLoss()).isTrue();
    }

    @Test
    void aDescriptionIsCutAndItsLineBreaksBecomeSpaces() {
        String shown =
                LockOptions.defaults().withDescription("a\nb" + "x".repeat(300)).description();
        assertThat(shown).startsWith("a b").endsWith("…").hasSize(200);
        assertThat(Holder.cut("x".repeat(200))).hasSize(200).endsWith("x");
    }
}
