package io.lockkeeper.memcached;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How many seconds memcached is asked for, and how long its server may have stood still. */
class ExpiryTest {

    private static int seconds(Duration lease, Duration silence) {
        return Expiry.seconds(lease.toNanos(), silence.toNanos());
    }

    @Test
    void itIsTheLeaseAndWhatTheClockMayBeBehindAndLate() {
        assertThat(seconds(Duration.ofSeconds(30), Duration.ZERO)).isEqualTo(33);
        assertThat(seconds(Duration.ofMillis(29_750), Duration.ZERO)).isEqualTo(32);
        assertThat(seconds(Duration.ofMillis(1), Duration.ZERO)).isEqualTo(3);
    }

    @Test
    void aSilenceIsAddedUpToAThirdOfTheLeaseOrASecond() {
        assertThat(seconds(Duration.ofSeconds(30), Duration.ofSeconds(4))).isEqualTo(37);
        assertThat(seconds(Duration.ofSeconds(30), Duration.ofHours(1))).isEqualTo(43);
        assertThat(seconds(Duration.ofSeconds(1), Duration.ofHours(1))).isEqualTo(5);
    }

    /** Else memcached would take it for a moment of the year 1970. */
    @Test
    void itIsNeverAMonth() {
        assertThat(seconds(Expiry.LONGEST, Duration.ofDays(100)))
                .isLessThan(Math.toIntExact(Duration.ofDays(30).toSeconds()));
        assertThat(seconds(Expiry.LONGEST, Duration.ofDays(100)))
                .isGreaterThan(Math.toIntExact(
                        Expiry.LONGEST.plus(Expiry.LONGEST.dividedBy(3)).toSeconds()));
    }

    @Test
    void anAnswerProvesNothingUntilItIsAQuarterOfASecondOld() {
        long now = -1_000_000_000;
        Pulse pulse = new Pulse(now);
        assertThat(pulse.silence(now + millis(100))).isEqualTo(millis(100));
        pulse.beat(now + millis(5_000), now + millis(5_000));
        assertThat(pulse.silence(now + millis(5_001)))
                .as("right after the first answer")
                .isEqualTo(millis(5_001));
        assertThat(pulse.silence(now + millis(5_249))).isEqualTo(millis(5_249));
        assertThat(pulse.silence(now + millis(5_250))).as("later").isEqualTo(millis(250));
        assertThat(pulse.silence(now + millis(9_000))).isEqualTo(millis(4_000));
    }

    @Test
    void whoIsAnsweredAllTheTimeHasHeardOfTheServerHalfASecondAgoAtTheEarliest() {
        Pulse pulse = new Pulse(0);
        for (long at = 0; at < millis(10_000); at += millis(7)) {
            pulse.beat(at, at);
            if (at > millis(600)) {
                assertThat(pulse.silence(at)).isBetween(millis(250), millis(514));
            }
        }
    }

    /** The server may have stood still as soon as it had answered. */
    @Test
    void anAnswerThatWasLongOnItsWayProvesNoMoreThanThatTheServerRanAfterTheRequest() {
        Pulse pulse = new Pulse(0);
        pulse.beat(millis(5_000), millis(7_000));
        assertThat(pulse.silence(millis(7_100))).as("unsettled").isEqualTo(millis(7_100));
        assertThat(pulse.silence(millis(7_250))).isEqualTo(millis(2_250));
    }

    private static long millis(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }
}
