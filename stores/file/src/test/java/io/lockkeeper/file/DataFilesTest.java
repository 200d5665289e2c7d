package io.lockkeeper.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Holder;
import io.lockkeeper.LockStatus;
import io.lockkeeper.servers.Await;
import io.lockkeeper.store.Catalogue;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.Terms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fencing tokens grow whatever happens to the data files. */
class DataFilesTest {

    private static final Duration AT_ONCE = Duration.ofSeconds(10);

    @TempDir
    Path temporary;

    private long sequence;

    @Test
    void tokensGrowThoughTheClockStepsBack() {
        long before = turn(Clock.systemUTC(), "a", 16);
        assertThat(turn(late(Duration.ofDays(-400)), "a", 1)).isEqualTo(before + 1);
    }

    @Test
    void tokensGrowThoughTheDataFileIsDeleted() throws IOException {
        long before = turn(Clock.systemUTC(), "a", 1);
        Files.delete(data("a"));
        assertThat(turn(Clock.systemUTC(), "a", 1)).isGreaterThan(before);
    }

    @Test
    void tokensGrowThoughTheDataFileIsDamaged() throws IOException {
        long token = turn(Clock.systemUTC(), "a", 1);
        byte[] whole = Files.readAllBytes(data("a"));
        for (int length : new int[] {0, 1, whole.length / 4, 100_000}) {
            Files.write(data("a"), java.util.Arrays.copyOf(whole, length / 2));
            long next = turn(Clock.systemUTC(), "a", 1);
            assertThat(next).as("the token after %d bytes", length / 2).isGreaterThan(token);
            token = next;
        }
    }

    @Test
    void theDataFileOfAnotherLockCountsAsDamaged() throws IOException {
        turn(late(Duration.ofDays(40)), "b", 1);
        Files.copy(data("b"), data("a"));
        assertThat(turn(Clock.systemUTC(), "a", 1)).isLessThan(turn(Clock.systemUTC(), "b", 1));
    }

    @Test
    void aRecordOfALaterReleaseCountsAsHeldAndIsLeftAlone() throws IOException {
        turn(Clock.systemUTC(), "a", 1);
        byte[] before = Files.readAllBytes(data("a"));
        byte[] newer = CheckedText.write(java.util.Map.of("format", "3"));
        Files.write(data("a"), newer);
        try (Store store = open(Clock.systemUTC())) {
            assertThat(attempt(store, "a", 1))
                    .isInstanceOfSatisfying(
                            ClaimOutcome.Busy.class,
                            busy -> assertThat(busy.holder())
                                    .hasToString(
                                            "unknown (pid 0, thread unknown): its record is of format 3; this release knows"
                                                    + " format 2"));
            assertThat(((Catalogue) store).inspect("a").toCompletableFuture().join())
                    .hasValueSatisfying(lock -> assertThat(lock.holders()).hasSize(1));
            hold(store, "b", 1);
            assertThat(((Catalogue) store).list("", 10).toCompletableFuture().join())
                    .extracting(LockStatus::name)
                    .containsExactly("a", "b");
        }
        assertThat(data("a")).hasBinaryContent(newer);
        Files.write(data("a"), before);
        turn(Clock.systemUTC(), "a", 1);
    }

    @Test
    void dataFilesOfNamesThatNobodyUsedForADayAreSwept() {
        long old = turn(Clock.systemUTC(), "old", 1);
        turn(Clock.systemUTC(), "x".repeat(1_000), 1);
        turn(late(Duration.ofHours(24)), "young", 1);
        turn(late(Duration.ofDays(3)), "ahead of the clock", 1);
        try (Store store = open(late(Duration.ofHours(25)))) {
            hold(store, "young", 1);
            Await.until("the sweep", AT_ONCE, () -> !Files.exists(data("old")));
            Await.until("the sweep", AT_ONCE, () -> !Files.exists(data("x".repeat(1_000))));
            assertThat(hold(store, "old", 1).firstToken()).isGreaterThan(old);
        }
        assertThat(data("young")).exists();
        assertThat(data("ahead of the clock")).exists();
    }

    @Test
    void theDataFileOfAHeldLockIsNotSwept() {
        turn(Clock.systemUTC(), "free", 1);
        try (Store holder = open(Clock.systemUTC())) {
            hold(holder, "held", 1);
            turn(Clock.systemUTC(), "free", 1);
            Instant later = Clock.systemUTC().instant().plusSeconds(60);
            for (String name : new String[] {"free", "held"}) {
                boolean removed =
                        OpenFolder.ask(temporary.resolve("locks"), folder -> folder.forget(LockName.of(name), later));
                assertThat(removed).as(name).isEqualTo(name.equals("free"));
            }
            assertThat(data("held")).exists();
            assertThat(data("free")).doesNotExist();
        }
    }

    @Test
    void strangeFilesInTheDataFolderDoNoHarm() throws IOException {
        try (Store store = open(Clock.systemUTC())) {
            hold(store, "a", 1);
            Files.writeString(data("a").resolveSibling("%zz"), "strange");
            Files.writeString(data("a").resolveSibling("~"), "strange");
            Files.copy(data("a"), data("a").resolveSibling("a.backup"));
            assertThat(((Catalogue) store).list("", 10).toCompletableFuture().join())
                    .extracting(LockStatus::name)
                    .containsExactly("a");
        }
    }

    private long turn(Clock clock, String name, int tokens) {
        try (Store store = open(clock)) {
            Grant grant = hold(store, name, tokens);
            store.release(grant).toCompletableFuture().join();
            return grant.lastToken();
        }
    }

    private ClaimOutcome attempt(Store store, String name, int tokens) {
        Holder holder = new Holder("client", "host", 1, "main", "", 0);
        Claim claim = new Claim(name, new ClaimId("client", ++sequence), holder, Terms.mutex(AT_ONCE, tokens), 0);
        return store.claim(claim).toCompletableFuture().join();
    }

    private Grant hold(Store store, String name, int tokens) {
        ClaimOutcome outcome = attempt(store, name, tokens);
        assertThat(outcome).isInstanceOf(ClaimOutcome.Granted.class);
        return ((ClaimOutcome.Granted) outcome).grant();
    }

    private Store open(Clock clock) {
        return FileStore.open(temporary.resolve("locks"), Access.PRIVATE, clock);
    }

    private static Clock late(Duration by) {
        return Clock.offset(Clock.systemUTC(), by);
    }

    private Path data(String name) {
        return temporary
                .resolve("locks")
                .resolve("data")
                .resolve(LockName.of(name).dataFile());
    }
}
