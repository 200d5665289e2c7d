package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Holding;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockStatus;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The lock passes to another holder between the look at it and the recall. */
final class ReleaseTest {
    private static final Duration PATIENCE = Duration.ofMillis(100);
    private static final String STORE = "memory:release-test";

    private final LockClient locks = LockClient.connect(STORE);

    private Holding shown() {
        return locks.inspection()
                .orElseThrow()
                .inspect("a")
                .flatMap(LockStatus::holding)
                .orElseThrow();
    }

    private Release.Outcome released(boolean confirmed) throws InterruptedException {
        try (Connection connection = new Connection(LockClient.connect(STORE))) {
            Lease first = locks.lock("a").acquire();
            Holding before = shown();
            first.close();
            Lease second = locks.lock("a").acquire();
            assertThat(second.isHeld()).isTrue();
            return new Release(connection, "a", PATIENCE, confirmed).from(before);
        } finally {
            locks.close();
        }
    }

    @Test
    void whoeverHoldsTheLockLosesItIfNobodyConfirmedAHolder() throws Exception {
        assertThat(released(false)).isInstanceOf(Release.Taken.class);
    }

    @Test
    void nobodyElseLosesItIfAHolderWasConfirmed() throws Exception {
        assertThat(released(true)).isInstanceOf(Release.Passed.class);
    }
}
