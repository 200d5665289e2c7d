package io.lockkeeper.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Holder;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.Terms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that run for a moment only get the sweep done, each a part of it. */
class SweepTest {

    private static final int STALE = 400;
    private static final int YOUNG = 200;
    private static final int RUNS = 200;

    @TempDir
    Path temporary;

    @Test
    void shortRunsRemoveAllThatIsStaleTogether() throws Exception {
        Clock later = Clock.offset(Clock.systemUTC(), Duration.ofHours(25));
        use(Clock.systemUTC(), "stale-", STALE);
        use(later, "young-", YOUNG);
        Files.deleteIfExists(temporary.resolve("locks/swept"));
        long before = stale();
        for (int run = 0; run < RUNS && stale() > 0; run++) {
            long left = stale();
            use(later, "young-", 1);
            assertThat(stale()).as("what run %d left of %d", run, before).isLessThanOrEqualTo(left);
        }
        assertThat(stale()).isZero();
        assertThat(Files.exists(temporary.resolve("locks/data/young-7"))).isTrue();
    }

    @Test
    void aSweepThatIsDoneIsNotBegunAgainWithinTheHour() throws Exception {
        use(Clock.systemUTC(), "stale-", 3);
        use(Clock.offset(Clock.systemUTC(), Duration.ofMinutes(59)), "other-", 1);
        String marker = Files.readString(temporary.resolve("locks/swept"));
        assertThat(marker).matches("\\S+ 0\n");
        use(Clock.offset(Clock.systemUTC(), Duration.ofMinutes(59)), "other-", 1);
        assertThat(temporary.resolve("locks/swept")).hasContent(marker);
        use(Clock.offset(Clock.systemUTC(), Duration.ofMinutes(61)), "other-", 1);
        assertThat(Files.readString(temporary.resolve("locks/swept"))).isNotEqualTo(marker);
    }

    /** As after the clock was ahead for a time. */
    @Test
    void anEndOfTheLastSweepThatIsYetToComeHoldsUpNoSweep() throws Exception {
        use(Clock.systemUTC(), "stale-", 3);
        Files.writeString(temporary.resolve("locks/swept"), Instant.MAX + " 0\n");
        use(Clock.offset(Clock.systemUTC(), Duration.ofHours(25)), "other-", 1);
        assertThat(stale()).isZero();
    }

    @Test
    void tokensGrowThoughTheRecordWasRemovedAndTheClockWentBack() throws Exception {
        long last = use(Clock.systemUTC(), "stale-", 1);
        Files.deleteIfExists(temporary.resolve("locks/swept"));
        use(Clock.offset(Clock.systemUTC(), Duration.ofHours(25)), "other-", 1);
        assertThat(stale()).isZero();
        assertThat(use(Clock.offset(Clock.systemUTC(), Duration.ofDays(-1)), "stale-", 1))
                .isGreaterThan(last);
    }

    private long stale() throws Exception {
        try (Stream<Path> files = Files.list(temporary.resolve("locks/data"))) {
            return files.filter(file -> file.getFileName().toString().startsWith("stale"))
                    .count();
        }
    }

    /** Locks and unlocks. The last fencing token. */
    private long use(Clock clock, String prefix, int names) {
        long last = 0;
        Holder holder = new Holder("client", "host", 1, "main", "", 0);
        try (Store store = FileStore.open(temporary.resolve("locks"), Access.PRIVATE, clock)) {
            for (int index = 0; index < names; index++) {
                Claim claim = new Claim(
                        prefix + index,
                        new ClaimId("client", index + 1),
                        holder,
                        Terms.mutex(Duration.ofSeconds(30), 1),
                        0);
                ClaimOutcome outcome = store.claim(claim).toCompletableFuture().join();
                Grant grant = ((ClaimOutcome.Granted) outcome).grant();
                store.release(grant).toCompletableFuture().join();
                last = grant.lastToken();
            }
        }
        return last;
    }
}
