package io.lockkeeper.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.LeasePolicy;
import io.lockkeeper.LocalRuns;
import io.lockkeeper.LockOptions;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Remaining;
import io.lockkeeper.store.Tokens;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A tenure knows when to renew, whether that is late, and whether what is left may be passed on. */
class TenureTest {

    private static final long SECOND = 1_000_000_000;
    private static final long LEASE = 30 * SECOND;
    private static final Waiter RENEWED = heir(new LeasePolicy.Renewed(Duration.ofSeconds(30)));
    private static final LocalRuns BOUNDS = new LocalRuns(3, Duration.ofSeconds(1), Duration.ofSeconds(5));

    private static Waiter heir(LeasePolicy policy) {
        return Waiter.async(new Waiter.Request(LockOptions.defaults(), policy, true, 0), answered -> {});
    }

    private static Tenure tenure(long remaining, int tokens, boolean contended) {
        Grant grant = new Grant(
                "a", new ClaimId("c", 1), new Tokens(11, 10 + tokens), new Remaining(remaining, 0), contended);
        long deadline = Deadlines.replied(0, remaining);
        return new Tenure(new Gain(grant, LEASE, deadline, false, false), 0, contended);
    }

    @Test
    void aFullLeaseIsRenewedAtAThird() {
        assertThat(tenure(LEASE, 1, false).renewal().at()).isBetween(9 * SECOND, 10 * SECOND);
    }

    @Test
    void whatIsLeftOfALeaseIsRenewedBeforeItEnds() {
        assertThat(tenure(2 * SECOND, 1, false).renewal().at()).isLessThan(SECOND);
    }

    @Test
    void aLeaseWithoutADeadlineIsLookedAfterAllTheSame() {
        Tenure tenure = tenure(Grant.UNBOUNDED, 1, false);
        assertThat(tenure.renewal().at()).isEqualTo(10 * SECOND);
        assertThat(tenure.isLate(100 * SECOND)).isFalse();
        tenure.renewed(tenure.grant(), 10 * SECOND, LEASE, LEASE);
        assertThat(tenure.deadline()).isEqualTo(Deadlines.NEVER);
    }

    @Test
    void aRenewalWithoutAnAnswerIsDueAgainAfterAQuarterOfTheLease() {
        Tenure tenure = tenure(LEASE, 1, false);
        tenure.renewal().sent(10 * SECOND);
        assertThat(tenure.renewal().isNear(17 * SECOND)).isFalse();
        assertThat(tenure.renewal().isNear(18 * SECOND)).isTrue();
    }

    @Test
    void aRenewalThatFailsIsDueAgainTheSoonerTheLessIsLeft() {
        Tenure tenure = tenure(LEASE, 1, false);
        tenure.renewalFailed(10 * SECOND, LEASE);
        assertThat(tenure.renewal().at()).isBetween(11 * SECOND, 12 * SECOND);
        tenure.renewalFailed(29 * SECOND, LEASE);
        assertThat(tenure.renewal().at()).isBetween(29 * SECOND, 29 * SECOND + SECOND / 5);
    }

    @Test
    void anEarlierRenewalThatIsAnsweredLateDoesNotShortenALaterOne() {
        Tenure tenure = tenure(LEASE, 1, false);
        tenure.renewed(tenure.grant(), 20 * SECOND, LEASE, LEASE);
        long deadline = tenure.deadline();
        tenure.renewed(tenure.grant(), 10 * SECOND, LEASE, LEASE);
        assertThat(tenure.deadline()).isEqualTo(deadline);
    }

    @Test
    void aRenewalIsLateAfterTwoThirdsOfWhatWasGrantedLast() {
        assertThat(tenure(LEASE, 1, false).isLate(19 * SECOND)).isFalse();
        assertThat(tenure(LEASE, 1, false).isLate(21 * SECOND)).isTrue();
        assertThat(tenure(2 * SECOND, 1, false).isLate(0))
                .as("a claim time is extended, which is not late")
                .isFalse();
    }

    @Test
    void aLeaseThatWasSetIsNotLateForARenewalThatFailedBefore() {
        Tenure tenure = tenure(LEASE, 1, false);
        tenure.renewal().sent(10 * SECOND);
        tenure.renewalFailed(11 * SECOND, LEASE);
        tenure.leaseSet(12 * SECOND, LEASE, true, 12 * SECOND);
        long at = tenure.renewal().at();
        tenure.renewal().sent(at);
        assertThat(tenure.renewal().lag(at + SECOND)).isEqualTo(SECOND);
    }

    @Test
    void itIsPassedOnWhileThereAreTokensAndHalfOfTheLease() {
        Tenure tenure = tenure(LEASE, 2, false);
        assertThat(tenure.takeToken()).isEqualTo(11);
        assertThat(tenure.mayPassOn(RENEWED, 14 * SECOND, BOUNDS, false)).isTrue();
        assertThat(tenure.mayPassOn(RENEWED, 16 * SECOND, BOUNDS, false)).isFalse();
        assertThat(tenure.takeToken()).isEqualTo(12);
        assertThat(tenure.mayPassOn(RENEWED, 0, BOUNDS, false))
                .as("no token is left")
                .isFalse();
    }

    @Test
    void anHeirInheritsNoMoreThanItAskedForUnlessASessionEndsItAll() {
        Tenure tenure = tenure(24 * 3_600 * SECOND, 5, false);
        assertThat(tenure.mayPassOn(RENEWED, SECOND, BOUNDS, false)).isFalse();
        assertThat(tenure.mayPassOn(RENEWED, SECOND, BOUNDS, true)).isTrue();
    }

    @Test
    void aFixedHeirClaimsAnewUnlessASessionHasAllThatItAsksFor() {
        Tenure tenure = tenure(LEASE, 5, false);
        Waiter heir = heir(new LeasePolicy.Fixed(Duration.ofSeconds(20)));
        assertThat(tenure.mayPassOn(heir, 9 * SECOND, BOUNDS, false)).isFalse();
        assertThat(tenure.mayPassOn(heir, 9 * SECOND, BOUNDS, true)).isTrue();
        assertThat(tenure.mayPassOn(heir, 11 * SECOND, BOUNDS, true)).isFalse();
    }

    @Test
    void aRunIsBoundedInNumberAndTimeOnceOthersWait() {
        Tenure tenure = tenure(LEASE, 100, false);
        for (int holder = 0; holder < 50; holder++) {
            tenure.takeToken();
        }
        assertThat(tenure.mayPassOn(RENEWED, 6 * SECOND, BOUNDS, false)).isTrue();
        tenure.contended();
        assertThat(tenure.mayPassOn(RENEWED, SECOND - 1, BOUNDS, false))
                .as("it was short")
                .isTrue();
        assertThat(tenure.mayPassOn(RENEWED, SECOND, BOUNDS, false)).isFalse();
        Tenure second = tenure(LEASE, 100, true);
        second.takeToken();
        assertThat(second.mayPassOn(RENEWED, 4 * SECOND, BOUNDS, false)).isTrue();
        assertThat(second.mayPassOn(RENEWED, 5 * SECOND, BOUNDS, false)).isFalse();
    }
}
