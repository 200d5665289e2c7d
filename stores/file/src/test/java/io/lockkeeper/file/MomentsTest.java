package io.lockkeeper.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** Moments are written and read as Java does it. */
class MomentsTest {

    private static final int ROUNDS = 20_000;

    private static final List<Instant> SPECIAL = List.of(
            Instant.EPOCH,
            Instant.MIN,
            Instant.MAX,
            Instant.parse("0000-01-01T00:00:00Z"),
            Instant.parse("-0001-12-31T23:59:59.999999999Z"),
            Instant.parse("9999-12-31T23:59:59.999999999Z"),
            Instant.parse("+10000-01-01T00:00:00Z"),
            Instant.parse("2024-02-29T23:59:59.1Z"),
            Instant.parse("1969-12-31T23:59:59.000001Z"));

    @Test
    void specialMomentsAreWrittenAndReadAsJavaDoes() {
        SPECIAL.forEach(MomentsTest::check);
    }

    @Test
    void anyMomentIsWrittenAndReadAsJavaDoes() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        int[] steps = {1, 1_000, 1_000_000, 1_000_000_000};
        for (int round = 0; round < ROUNDS; round++) {
            int step = steps[round % steps.length];
            long second = random.nextLong(-62_200_000_000L, 253_500_000_000L);
            check(Instant.ofEpochSecond(second, random.nextInt(1_000_000_000 / step) * (long) step));
        }
    }

    @Test
    void shorterFractionsAreRead() {
        for (String fraction : List.of("", ".5", ".05", ".123", ".1234", ".123456", ".12345678", ".000000001")) {
            String text = "2026-01-02T03:04:05" + fraction + "Z";
            assertThat(Moments.read(text)).as(text).isEqualTo(Instant.parse(text));
        }
    }

    @Test
    void whatIsNoMomentIsRefused() {
        for (String text : List.of(
                "",
                "Z",
                "2026-01-02",
                "2026-13-02T03:04:05Z",
                "2026-02-30T03:04:05Z",
                "2026-01-02T25:04:05Z",
                "2026-01-02T03:60:05Z",
                "2026-01-02T03:04:61Z",
                "2026-01-02T03:04:05",
                "2026-01-02T03:04:05.1234567890Z",
                "2026-01-02T03:04:0xZ",
                "2026-01-02 03:04:05Z",
                "2026-01-02T03:04:+5Z")) {
            assertThatThrownBy(() -> Moments.read(text)).as(text).isInstanceOf(DateTimeException.class);
        }
    }

    /** What Java makes of the end of a day, and of a leap second. */
    @Test
    void oddEndsOfADayAreReadAsJavaDoes() {
        for (String text : List.of(
                "2026-01-02T24:00:00Z", "2026-01-02T03:04:05.Z", "2016-12-31T23:59:60Z", "2026-01-02T03:04:05z")) {
            assertThat(Moments.read(text)).as(text).isEqualTo(Instant.parse(text));
        }
    }

    private static void check(Instant moment) {
        assertThat(Moments.write(moment)).isEqualTo(moment.toString());
        assertThat(Moments.read(moment.toString())).isEqualTo(moment);
    }
}
