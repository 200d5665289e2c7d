package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.RecordedSignals;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Remaining;
import io.lockkeeper.store.Tokens;
import java.time.Duration;
import java.util.concurrent.Delayed;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a store remembers of a client is what the client waits for and holds, and no more. */
class SubscriberTest {

    private static final Duration LEASE = Duration.ofHours(1);

    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
    private final Subscriber eve = new Subscriber(new RecordedSignals(), timer);

    @AfterEach
    void stop() {
        timer.shutdownNow();
    }

    @Test
    void aLeaseThatIsLeftToExpireIsForgotten() {
        assertThat(eve.holds(held(Duration.ZERO))).isTrue();
        assertThat(eve.pause()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aRenewalThatOnlyAsksWhetherTheLeaseIsThereShortensNothing() {
        assertThat(eve.holds(held(LEASE))).isTrue();
        eve.renewed(held(Duration.ZERO), held(Duration.ZERO));
        assertThat(eve.pause()).as("a message may come").isLessThan(Long.MAX_VALUE);
    }

    /** A fixed lease that was granted before its client listened: renewals only ask about it. */
    @Test
    void aLeaseThatWasNotNotedIsKeptAsLongAsItWasGrantedFor() {
        assertThat(eve.renewed(held(Duration.ZERO), held(LEASE))).isTrue();
        assertThat(eve.pause()).as("a message may come").isLessThan(Long.MAX_VALUE);
    }

    /** It was granted before it was noted. */
    @Test
    void aClaimThatIsRenewedWaitsNoLonger() {
        Claim granted = new ClaimsOf("eve").waiting("bills", LEASE);
        assertThat(eve.waits(granted)).isTrue();
        Grant another = held(LEASE);
        Grant other = new Grant("bills", new ClaimId("eve", 2), another.tokens(), another.remaining(), false);
        eve.renewed(other, other);
        assertThat(eve.names()).containsExactly("bills");
        eve.renewed(held(LEASE), held(LEASE));
        assertThat(eve.names()).isEmpty();
        assertThat(eve.pause()).as("it holds").isLessThan(Long.MAX_VALUE);
    }

    /** Anybody may have sent them. */
    @Test
    void forgedMessagesLeaveNothingBehind() {
        for (int forged = 0; forged < 100; forged++) {
            Message.deliver(next("forged-" + forged), eve);
        }
        assertThat(timer.getQueue()).isEmpty();
    }

    @Test
    void whoIsNextAsksAgainSoonHoweverLongTheLeaseBefore() {
        assertThat(eve.waits(new ClaimsOf("eve").waiting("orders", LEASE))).isTrue();
        Message.deliver(next("orders"), eve);
        Message.deliver(next("orders"), eve);
        assertThat(timer.getQueue())
                .filteredOn(ask -> !((Future<?>) ask).isCancelled())
                .singleElement()
                .satisfies(ask ->
                        assertThat(((Delayed) ask).getDelay(TimeUnit.MINUTES)).isLessThan(2));
    }

    private static String next(String name) {
        return "next\n" + name + "\n" + Long.MAX_VALUE;
    }

    private static Grant held(Duration left) {
        return new Grant("bills", new ClaimId("eve", 1), new Tokens(1, 1), new Remaining(left.toNanos(), 1), false);
    }
}
