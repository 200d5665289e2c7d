package io.lockkeeper.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.servers.Await;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.Terms;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
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

    /** A clock that stands still until it is moved. */
    private static final class HandClock extends Clock {

        private volatile Instant now = Instant.parse("2026-01-02T03:04:05Z");

        void pass(Duration time) {
            now = now.plus(time);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
