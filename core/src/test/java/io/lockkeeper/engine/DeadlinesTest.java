package io.lockkeeper.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Remaining;
import io.lockkeeper.store.Tokens;
import org.junit.jupiter.api.Test;

/** A local deadline is never later than the store's end of the lease. */
class DeadlinesTest {

    private static final long SECOND = 1_000_000_000;
    private static final long MARGIN = 1_000_000;

    private static Grant grant(long remaining, long storeNanos) {
        return new Grant("a", new ClaimId("c", 1), new Tokens(1, 1), new Remaining(remaining, storeNanos), false);
    }

    @Test
    void aReplyCountsFromTheSendingOfItsRequestLessAThousandthAndAMillisecond() {
        assertThat(Deadlines.replied(-5 * SECOND, 30 * SECOND)).isEqualTo(25 * SECOND - 30 * SECOND / 1_000 - MARGIN);
    }

    @Test
    void aLeaseWithoutAnEndHasNoDeadline() {
        assertThat(Deadlines.replied(7, Grant.UNBOUNDED)).isEqualTo(Deadlines.NEVER);
        assertThat(Deadlines.pushed(7, 5, 5, grant(Grant.UNBOUNDED, 6))).isEqualTo(Deadlines.NEVER);
    }

    @Test
    void aPushCountsFromTheStoresClockSinceTheClaimWasQueued() {
        long deadline = Deadlines.pushed(40 * SECOND, 10 * SECOND, 500 * SECOND, grant(2 * SECOND, 520 * SECOND));
        assertThat(deadline).isEqualTo(32 * SECOND - 20 * SECOND / 1_000 - 2 * SECOND / 1_000 - MARGIN);
    }

    @Test
    void aPushWasNotGrantedLaterThanItWasReceived() {
        long deadline = Deadlines.pushed(15 * SECOND, 10 * SECOND, 500 * SECOND, grant(2 * SECOND, 520 * SECOND));
        assertThat(deadline).isLessThan(17 * SECOND);
    }

    @Test
    void aPushThatIsOlderThanTheLastReplyCountsFromBeforeIt() {
        long deadline = Deadlines.pushed(41 * SECOND, 40 * SECOND, 500 * SECOND, grant(2 * SECOND, 490 * SECOND));
        assertThat(deadline).isLessThan(32 * SECOND);
    }
}
