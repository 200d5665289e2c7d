package io.lockkeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Options refuse what can't be meant and say what would be; texts for people are cut and cleaned. */
class OptionsTest {

    @Test
    void aLeaseIsLongerThanZeroAndNotTooLong() {
        for (Duration wrong : new Duration[] {Duration.ofMillis(-1), Duration.ZERO, Duration.ofDays(366)}) {
            assertThatThrownBy(() -> LockOptions.defaults().withFixedLease(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("longer than zero and at most 365 days")
                    .hasMessageContaining(wrong.toString());
            assertThatThrownBy(() -> LockOptions.defaults().withRenewedLease(wrong))
                    .hasMessageContaining("365 days");
            assertThatThrownBy(() -> ClientOptions.defaults().withLease(wrong)).hasMessageContaining("365 days");
        }
        assertThat(new LeasePolicy.Renewed(Duration.ofMillis(1)).lease()).isEqualTo(LeasePolicy.SHORTEST);
        assertThat(new LeasePolicy.Fixed(Duration.ofMillis(1)).lease()).isEqualTo(Duration.ofMillis(1));
        assertThat(new LeasePolicy.Fixed(Duration.ofMillis(1)).granted()).isEqualTo(LeasePolicy.SHORTEST);
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
                .hasMessageContaining("must not be shorter than its minimum time");
        assertThatThrownBy(() -> ClientOptions.defaults().withProcess(new HolderProcess(0, -1)))
                .hasMessageContaining("0 (none)");
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
    void aDescriptionIsCutAndItsLineBreaksAreEscaped() {
        String shown =
                LockOptions.defaults().withDescription("a\nb" + "x".repeat(300)).description();
        assertThat(shown).startsWith("a\\u000ab").endsWith("…").hasSize(200);
        assertThat(Holder.cut("x".repeat(200))).hasSize(200).endsWith("x");
    }
}
