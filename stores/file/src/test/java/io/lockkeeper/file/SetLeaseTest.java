package io.lockkeeper.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.JavaProcess;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.GrantPush;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import io.lockkeeper.store.Terms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A lock whose lease was set stays taken until then, whether or not its holder lives, by the machine's clock. */
class SetLeaseTest {

    private static final Duration LEASE = Duration.ofMinutes(10);
    private static final Duration AT_ONCE = Duration.ofSeconds(10);

    @TempDir
    Path temporary;

    private final HandClock clock = new HandClock();
    private FileStore ann;
    private long sequence;

    @BeforeEach
    void openFirst() {
        ann = open();
    }

    @AfterEach
    void close() {
        ann.close();
    }

    @Test
    void itOutlivesItsHolder() {
        Grant grant = hold(ann, "a");
        assertThat(ann.setLease(grant, LEASE).toCompletableFuture().join()).isTrue();
        ann.close();
        try (FileStore bob = open()) {
            assertThat(claim(bob, "a"))
                    .isInstanceOfSatisfying(
                            ClaimOutcome.Busy.class,
                            busy -> assertThat(busy.retryAfter()).isEqualTo(LEASE));
            assertThat(bob.inspect("a")
                            .toCompletableFuture()
                            .join()
                            .orElseThrow()
                            .holding())
                    .map(Holding::remaining)
                    .hasValueSatisfying(remaining -> assertThat(remaining).hasValue(LEASE));
            assertThat(bob.list("", 10).toCompletableFuture().join()).hasSize(1);
            clock.pass(LEASE.minusSeconds(1));
            assertThat(claim(bob, "a")).isInstanceOf(ClaimOutcome.Busy.class);
            clock.pass(Duration.ofSeconds(1));
            assertThat(hold(bob, "a").firstToken()).isGreaterThan(grant.lastToken());
        }
    }

    @Test
    void itEndsThoughItsHolderLives() {
        Grant grant = hold(ann, "a");
        assertThat(ann.setLease(grant, Duration.ofMillis(50))
                        .toCompletableFuture()
                        .join())
                .isTrue();
        try (FileStore bob = open()) {
            Await.until("the end", AT_ONCE, () -> {
                clock.pass(Duration.ofMillis(50));
                return claim(bob, "a") instanceof ClaimOutcome.Granted;
            });
        }
        assertThat(ann.setLease(grant, LEASE).toCompletableFuture().join()).isFalse();
    }

    @Test
    void aRenewalKeepsItForTheHoldersLife() {
        Grant grant = hold(ann, "a");
        assertThat(ann.setLease(grant, Duration.ofHours(1))
                        .toCompletableFuture()
                        .join())
                .isTrue();
        assertThat(ann.renew(List.of(new Renewal(grant, LEASE)))
                        .toCompletableFuture()
                        .join()
                        .renewed())
                .containsOnlyKeys(grant.claim());
        clock.pass(Duration.ofHours(2));
        try (FileStore bob = open()) {
            assertThat(claim(bob, "a")).isInstanceOf(ClaimOutcome.Busy.class);
        }
    }

    /** By who only knows the grant. */
    @Test
    void itIsShortenedProlongedAndReleasedFromElsewhere() {
        Grant grant = hold(ann, "a");
        assertThat(ann.setLease(grant, LEASE).toCompletableFuture().join()).isTrue();
        ann.close();
        try (FileStore bob = open()) {
            assertThat(bob.setLease(grant, LEASE.multipliedBy(2))
                            .toCompletableFuture()
                            .join())
                    .isTrue();
            clock.pass(LEASE.plusSeconds(1));
            assertThat(claim(bob, "a")).isInstanceOf(ClaimOutcome.Busy.class);
            assertThat(bob.setLease(grant, Duration.ofSeconds(1))
                            .toCompletableFuture()
                            .join())
                    .isTrue();
            assertThat(bob.renew(List.of(new Renewal(grant, LEASE)))
                            .toCompletableFuture()
                            .join()
                            .lost())
                    .isEmpty();
            clock.pass(LEASE.minusSeconds(1));
            assertThat(bob.release(grant).toCompletableFuture().join()).isEqualTo(new ReleaseOutcome.Released());
            hold(bob, "a");
            assertThat(bob.release(grant).toCompletableFuture().join()).isEqualTo(new ReleaseOutcome.NotHeld());
            assertThat(bob.setLease(grant, LEASE).toCompletableFuture().join()).isFalse();
        }
    }

    /** It is not renewed, so the store looks by itself. */
    @Test
    void itIsLostWithItsFolder() throws Exception {
        LostClaims lost = new LostClaims();
        ann.listen("client", lost).toCompletableFuture().join();
        Grant grant = hold(ann, "a");
        assertThat(ann.setLease(grant, LEASE).toCompletableFuture().join()).isTrue();
        Path swept = temporary.resolve("locks/swept");
        Await.until("the first sweep, which looks too", AT_ONCE, () -> Files.exists(swept));
        Files.move(temporary.resolve("locks"), temporary.resolve("moved"));
        Await.until("the loss", AT_ONCE.multipliedBy(3), () -> lost.claims.contains(grant.claim()));
        assertThat(ann.setLease(grant, LEASE).toCompletableFuture().join()).isFalse();
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "only Linux tells which locks a process has")
    void itIsNotSetOnceAnotherHasTheLock() throws Exception {
        Grant grant = hold(ann, "a");
        try (JavaProcess bob = Worker.start(temporary.resolve("locks"))) {
            Files.readAllBytes(temporary
                    .resolve("locks/locks")
                    .resolve(Layout.lockFile(LockName.of("a").lockFile())));
            assertThat(Worker.ask(bob, "lock a")).startsWith("locked a");
            assertThat(ann.setLease(grant, LEASE).toCompletableFuture().join()).isFalse();
            assertThat(ann.inspect("a")
                            .toCompletableFuture()
                            .join()
                            .orElseThrow()
                            .holder())
                    .hasValueSatisfying(holder -> assertThat(holder.pid()).isEqualTo(bob.pid()));
        }
    }

    @Test
    void aLockThatAnotherProcessHasDoesNotKeepOthersFromBeingRenewed() {
        Grant left = hold(ann, "a");
        assertThat(ann.setLease(left, LEASE).toCompletableFuture().join()).isTrue();
        ann.close();
        try (FileStore bob = open();
                JavaProcess other = Worker.start(temporary.resolve("locks"))) {
            Grant mine = hold(bob, "b");
            assertThat(Worker.ask(other, "seize a")).isEqualTo("seized a");
            assertThat(bob.renew(List.of(new Renewal(left, LEASE), new Renewal(mine, LEASE)))
                            .toCompletableFuture()
                            .join())
                    .isEqualTo(new RenewalOutcome(Map.of(mine.claim(), mine), Set.of()));
            assertThatThrownBy(() -> bob.renew(List.of(new Renewal(left, LEASE)))
                            .toCompletableFuture()
                            .join())
                    .hasMessageContaining("is held by the process");
        }
    }

    /** A process that had lost the lock may have written its record before it saw that. */
    @Test
    void anOlderRecordIsNoLoss() {
        LockName name = LockName.of("a");
        Grant first = hold(ann, "a");
        Path locks = temporary.resolve("locks");
        LockRecord older = OpenFolder.ask(locks, folder -> Objects.requireNonNull(folder.recorded(name, first.claim())))
                .released();
        assertThat(ann.release(first).toCompletableFuture().join()).isEqualTo(new ReleaseOutcome.Released());
        Grant second = hold(ann, "a");
        OpenFolder.ask(locks, folder -> {
            folder.data().write(name, older);
            return folder;
        });
        assertThat(ann.release(second).toCompletableFuture().join()).isEqualTo(new ReleaseOutcome.Released());
        assertThat(hold(ann, "a").firstToken()).isGreaterThan(second.lastToken());
    }

    @Test
    void nothingIsScheduledForAFolderThatIsClosed() {
        int before = IoThread.EXECUTOR.getQueue().size();
        ann.setLease(hold(ann, "a"), LEASE).toCompletableFuture().join();
        assertThat(IoThread.EXECUTOR.getQueue()).hasSizeGreaterThan(before);
        ann.close();
        assertThat(IoThread.EXECUTOR.getQueue()).isEmpty();
    }

    private FileStore open() {
        return FileStore.open(temporary.resolve("locks"), Access.PRIVATE, clock);
    }

    private Grant hold(FileStore store, String name) {
        ClaimOutcome outcome = claim(store, name);
        assertThat(outcome).isInstanceOf(ClaimOutcome.Granted.class);
        return ((ClaimOutcome.Granted) outcome).grant();
    }

    private ClaimOutcome claim(FileStore store, String name) {
        Holder holder = new Holder("client", "host", 1, "main", "", 0);
        return store.claim(new Claim(name, new ClaimId("client", ++sequence), holder, Terms.mutex(LEASE, 1), 0))
                .toCompletableFuture()
                .join();
    }

    private static final class LostClaims implements GrantPush.Signals {

        private final Set<ClaimId> claims = ConcurrentHashMap.newKeySet();

        @Override
        public void lost(String name, ClaimId claim, LeaseLoss.Reason reason) {
            claims.add(claim);
        }

        @Override
        public void granted(Grant grant, long secret) {}

        @Override
        public void free(String name) {}

        @Override
        public void contended(String name) {}

        @Override
        public void mayBeLost(String name, ClaimId claim, LeaseLoss.Reason reason) {}

        @Override
        public void mayBeRecalled(String name, ClaimId claim) {}

        @Override
        public void missed() {}
    }
}
