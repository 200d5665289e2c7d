package io.lockkeeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Options for one acquisition do not silently undo what the lock was declared with. */
class CombinedOptionsTest {

    private static final LeaseLoss LOSS = new LeaseLoss("a", 1, LeaseLoss.Reason.GONE, Instant.EPOCH);

    @Test
    void theListenersOfBothAreTold() {
        List<String> told = new ArrayList<>();
        LockOptions lock = LockOptions.defaults().withOnLost(loss -> told.add("lock's"));
        LockOptions once = LockOptions.defaults().withOnLost(loss -> told.add("call's"));
        once.over(lock).onLost().orElseThrow().accept(LOSS);
        assertThat(told).containsExactlyInAnyOrder("lock's", "call's");
    }

    @Test
    void theStricterPurposeAndTheLongerTimeApply() {
        LockOptions lock = LockOptions.defaults()
                .withPurpose(Purpose.FENCED)
                .withAtLeast(Duration.ofSeconds(5))
                .withInterruptOnLoss(true)
                .withDescription("the lock's");
        LockOptions once =
                LockOptions.defaults().withAtLeast(Duration.ofSeconds(1)).over(lock);
        assertThat(once.purpose()).isEqualTo(Purpose.FENCED);
        assertThat(once.atLeast()).isEqualTo(Duration.ofSeconds(5));
        assertThat(once.interruptOnLoss()).isTrue();
        assertThat(once.description()).isEqualTo("the lock's");
        assertThat(LockOptions.defaults()
                        .withPurpose(Purpose.CORRECTNESS)
                        .over(lock)
                        .purpose())
                .isEqualTo(Purpose.CORRECTNESS);
    }

    @Test
    void theWaitAndTheLeaseOfTheCallAreUsedIfItHasThem() {
        LockOptions lock =
                LockOptions.defaults().withMaxWait(Duration.ofSeconds(5)).withFixedLease(Duration.ofSeconds(9));
        assertThat(LockOptions.defaults().over(lock).maxWait()).contains(Duration.ofSeconds(5));
        assertThat(LockOptions.defaults().withUnboundedWait().over(lock).maxWait())
                .isEmpty();
        assertThat(LockOptions.defaults().withMaxWait(Duration.ZERO).over(lock).maxWait())
                .contains(Duration.ZERO);
        assertThat(LockOptions.defaults().withMaxWait(Duration.ZERO).over(lock).lease())
                .contains(new LeasePolicy.Fixed(Duration.ofSeconds(9)));
    }
}
