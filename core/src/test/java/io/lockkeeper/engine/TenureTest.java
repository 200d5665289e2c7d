package io.lockkeeper.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.LeasePolicy;
import io.lockkeeper.LocalRuns;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A tenure knows when to renew, whether that is late, and whether what is left may be passed on. */
class TenureTest {

    private static final long SECOND = 1_000_000_000;
    private static final long LEASE = 30 * SECOND;
    private static final LeasePolicy RENEWED = new LeasePolicy.Renewed(Duration.ofSeconds(30));
    private static final LocalRuns BOUNDS = new LocalRuns(3, Duration.ofSeconds(1), Duration.ofSeconds(5));

    private static Tenure tenure(long remaining, int tokens, boolean contended) {
        Grant grant = new Grant("a", new ClaimId("c", 1), 11, 10 + tokens, remaining, 0, contended);
        long deadline = Deadlines.replied(0, remaining);
        return new Tenure(new Contender.Gain(grant, LEASE, deadline, false, false), 0, contended);
    }

    @Test
    void aFullLeaseIsRenewedAtAThird() {
        assertThat(tenure(LEASE, 1, false).renewAt()).isBetween(9 * SECOND, 10 * SECOND);
    }

    @Test
    void whatIsLeftOfALeaseIsRenewedBeforeItEnds() {
        assertThat(tenure(2 * SECOND, 1, false).renewAt()).isLessThan(SECOND);
    }

    @Test
    void aLeaseWithoutADeadlineIsLookedAfterAllTheSame() {
        Tenure tenure = tenure(Grant.UNBOUNDED, 1, false);
        assertThat(tenure.renewAt()).isEqualTo(10 * SECOND);
        assertThat(tenure.isLate(100 * SECOND)).isFalse();
        tenure.renewed(tenure.grant(), 10 * SECOND, LEASE);
        assertThat(tenure.deadline()).isEqualTo(Deadlines.NEVER);
    }

    @Test
    void aRenewalWithoutAnAnswerIsDueAgainAfterAQuarterOfTheLease() {
        Tenure tenure = tenure(LEASE, 1, false);
        tenure.renewalSent(10 * SECOND);
        assertThat(tenure.renewalDue(17 * SECOND)).isFalse();
        assertThat(tenure.renewalDue(18 * SECOND)).isTrue();
    }

    @Test
    void aRenewalThatFailsIsDueAgainTheSoonerTheLessIsLeft() {
        Tenure tenure = tenure(LEASE, 1, false);
        tenure.renewalFailed(10 * SECOND);
        assertThat(tenure.renewAt()).isBetween(11 * SECOND, 12 * SECOND);
        tenure.renewalFailed(29 * SECOND);
        assertThat(tenure.renewAt()).isBetween(29 * SECOND, 29 * SECOND + SECOND / 5);
    }

    @Test
    void anEarlierRenewalThatIsAnsweredLateDoesNotShortenALaterOne() {
        Tenure tenure = tenure(LEASE, 1, false);
        tenure.renewed(tenure.grant(), 20 * SECOND, LEASE);
        long deadline = tenure.deadline();
        tenure.renewed(tenure.grant(), 10 * SECOND, LEASE);
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
    void itIsPassedOnWhileThereAreTokensAndHalfOfTheLease() {
        Tenure tenure = tenure(LEASE, 2, false);
        assertThat(tenure.takeToken()).isEqualTo(11);
        assertThat(tenure.mayPassOn(RENEWED, 14 * SECOND, BOUNDS)).isTrue();
        assertThat(tenure.mayPassOn(RENEWED, 16 * SECOND, BOUNDS)).isFalse();
        assertThat(tenure.takeToken()).isEqualTo(12);
        assertThat(tenure.mayPassOn(RENEWED, 0, BOUNDS)).as("no token is left").isFalse();
    }

    @Test
    void aFixedHeirGetsAllThatItAsksForOrNothing() {
        Tenure tenure = tenure(LEASE, 5, false);
        LeasePolicy heir = new LeasePolicy.Fixed(Duration.ofSeconds(20));
        assertThat(tenure.mayPassOn(heir, 9 * SECOND, BOUNDS)).isTrue();
        assertThat(tenure.mayPassOn(heir, 11 * SECOND, BOUNDS)).isFalse();
    }

    @Test
    void aRunIsBoundedInNumberAndTimeOnceOthersWait() {
        Tenure tenure = tenure(LEASE, 100, false);
        for (int holder = 0; holder < 50; holder++) {
            tenure.takeToken();
        }
        assertThat(tenure.mayPassOn(RENEWED, 6 * SECOND, BOUNDS)).isTrue();
        tenure.contended();
        assertThat(tenure.mayPassOn(RENEWED, SECOND - 1, BOUNDS))
                .as("it was short")
                .isTrue();
        assertThat(tenure.mayPassOn(RENEWED, SECOND, BOUNDS)).isFalse();
        Tenure second = tenure(LEASE, 100, true);
        second.takeToken();
        assertThat(second.mayPassOn(RENEWED, 4 * SECOND, BOUNDS)).isTrue();
        assertThat(second.mayPassOn(RENEWED, 5 * SECOND, BOUNDS)).isFalse();
    }
}
