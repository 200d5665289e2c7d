package io.lockkeeper.shedlock;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Guarantees;
import io.lockkeeper.LockClient;
import io.lockkeeper.servers.Await;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What ShedLock expects of every provider, on one store. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LockProviderPromises {

    static final Duration PATIENCE = ofSeconds(30);
    private static final Duration LONG = ofMinutes(5);

    private final String name = "shed/" + UUID.randomUUID();
    LockClient client;
    LockClient elsewhere;
    LockkeeperLockProvider provider;
    LockkeeperLockProvider other;

    abstract String url();

    @BeforeAll
    void connect() {
        client = LockClient.connect(url());
        elsewhere = LockClient.connect(url());
        provider = new LockkeeperLockProvider(client);
        other = new LockkeeperLockProvider(elsewhere);
    }

    @AfterAll
    void disconnect() {
        client.close();
        elsewhere.close();
        stop();
    }

    /** Stops the server, if there is one. */
    void stop() {}

    private String name() {
        return name + "/" + UUID.randomUUID();
    }

    static LockConfiguration configuration(String name, Duration atMost, Duration atLeast) {
        return new LockConfiguration(ClockProvider.now(), name, atMost, atLeast);
    }

    SimpleLock locked(String name, Duration atMost, Duration atLeast) {
        return provider.lock(configuration(name, atMost, atLeast)).orElseThrow();
    }

    private Optional<SimpleLock> fromElsewhere(String name) {
        return other.lock(configuration(name, LONG, ZERO));
    }

    private SimpleLock awaitFree(String name) {
        SimpleLock[] taken = new SimpleLock[1];
        Await.until("the lock is free", PATIENCE, () -> {
            taken[0] = fromElsewhere(name).orElse(null);
            return taken[0] != null;
        });
        return taken[0];
    }

    @Test
    void aLockHasOneHolderInAndOutsideOfItsProcess() {
        String name = name();
        SimpleLock lock = locked(name, LONG, ZERO);

        assertThat(provider.lock(configuration(name, LONG, ZERO))).isEmpty();
        assertThat(fromElsewhere(name)).isEmpty();

        lock.unlock();
        fromElsewhere(name).orElseThrow().unlock();
        locked(name, LONG, ZERO).unlock();
    }

    @Test
    void aLockEndsAfterLockAtMostForThoughItsHolderLives() {
        String name = name();
        locked(name, ofMillis(100), ZERO);

        awaitFree(name).unlock();
    }

    @Test
    void anUnlockAfterTheExpirySaysNothingAndLeavesTheNextHolderAlone() {
        String name = name();
        SimpleLock late = locked(name, ofMillis(50), ZERO);
        SimpleLock next = awaitFree(name);

        late.unlock();

        assertThat(provider.lock(configuration(name, LONG, ZERO))).isEmpty();
        next.unlock();
    }

    @Test
    void anExpiredLockIsNotExtendedAndTheNextHolderIsLeftAlone() {
        String name = name();
        SimpleLock late = locked(name, ofMillis(2), ZERO);
        SimpleLock next = awaitFree(name);

        assertThat(late.extend(LONG, ZERO)).isEmpty();
        assertThat(provider.lock(configuration(name, LONG, ZERO))).isEmpty();
        next.unlock();
        fromElsewhere(name).orElseThrow().unlock();
    }

    @Test
    void anUnlockedLockStaysHeldForLockAtLeastFor() {
        String name = name();
        locked(name, LONG, LONG).unlock();

        assertThat(provider.lock(configuration(name, LONG, ZERO))).isEmpty();
        assertThat(fromElsewhere(name)).isEmpty();
    }

    @Test
    void anUnlockedLockIsFreeAfterLockAtLeastForAndNoEarlier() {
        String name = name();
        SimpleLock lock = locked(name, LONG, ofMillis(700));
        long granted = System.nanoTime();
        lock.unlock();

        awaitFree(name).unlock();
        assertThat(Duration.ofNanos(System.nanoTime() - granted)).isGreaterThan(ofMillis(690));
    }

    @Test
    void aLockThatIsKeptOutlivesItsClientWhereTheStoreHasAClock() {
        String name = name();
        try (LockClient brief = LockClient.connect(url())) {
            new LockkeeperLockProvider(brief)
                    .lock(configuration(name, LONG, LONG))
                    .orElseThrow()
                    .unlock();
            assertThat(fromElsewhere(name)).isEmpty();
        }

        if (client.guarantees().expiry() == Guarantees.Expiry.STORE_CLOCK) {
            assertThat(fromElsewhere(name)).isEmpty();
        } else {
            awaitFree(name).unlock();
        }
    }

    @Test
    void aLockWhoseClientIsClosedBeforeTheUnlockIsKeptForLockAtLeastForWhereTheStoreHasAClock() {
        String name = name();
        String brief = name();
        try (LockClient closing = LockClient.connect(url())) {
            LockkeeperLockProvider running = new LockkeeperLockProvider(closing);
            assertThat(running.lock(configuration(name, LONG, LONG))).isPresent();
            assertThat(running.lock(configuration(brief, LONG, ofMillis(50)))).isPresent();
        }

        awaitFree(brief).unlock();
        if (client.guarantees().expiry() == Guarantees.Expiry.STORE_CLOCK) {
            assertThat(fromElsewhere(name)).isEmpty();
        } else {
            awaitFree(name).unlock();
        }
    }

    @Test
    void anExtendedLockOutlivesItsFirstLease() {
        String[] name = new String[1];
        SimpleLock[] extended = new SimpleLock[1];
        Await.until("a lock is extended in time", PATIENCE, () -> {
            name[0] = name();
            extended[0] =
                    locked(name[0], ofMillis(1_500), ZERO).extend(LONG, ZERO).orElse(null);
            return extended[0] != null;
        });
        locked(name[0] + "/as long", ofMillis(1_600), ZERO);

        awaitFree(name[0] + "/as long").unlock();

        assertThat(fromElsewhere(name[0])).isEmpty();
        extended[0].unlock();
        fromElsewhere(name[0]).orElseThrow().unlock();
    }

    @Test
    void anExtensionMayShortenTheLease() {
        String name = name();
        assertThat(locked(name, LONG, ZERO).extend(ofMillis(100), ZERO)).isPresent();

        awaitFree(name).unlock();
    }

    @Test
    void anExtensionMayProlongTheMinimumTime() {
        String name = name();
        locked(name, LONG, ofMillis(1)).extend(LONG, LONG).orElseThrow().unlock();
        assertThat(fromElsewhere(name)).isEmpty();
    }

    @Test
    void anExtensionShortensTheMinimumTimeOnlyWhereTheStoreHasNoClock() {
        String name = name();
        locked(name, LONG, LONG).extend(LONG, ZERO).orElseThrow().unlock();

        if (client.guarantees().expiry() == Guarantees.Expiry.STORE_CLOCK) {
            assertThat(fromElsewhere(name)).isEmpty();
        } else {
            fromElsewhere(name).orElseThrow().unlock();
        }
    }

    @Test
    void aLockThatWasUnlockedOrExtendedIsNotUsedAgain() {
        String name = name();
        SimpleLock first = locked(name, LONG, ZERO);
        SimpleLock second = first.extend(LONG, ZERO).orElseThrow();

        assertThatThrownBy(first::unlock).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> first.extend(LONG, ZERO)).isInstanceOf(IllegalStateException.class);
        assertThat(fromElsewhere(name)).isEmpty();

        second.unlock();
        assertThatThrownBy(second::unlock).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> second.extend(LONG, ZERO)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void wrongDurationsAreRefusedAndLeaveTheLockAsItIs() {
        String name = name();
        SimpleLock lock = locked(name, LONG, ZERO);

        assertThatIllegalArgumentException().isThrownBy(() -> lock.extend(ZERO, ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> lock.extend(LONG, LONG.plusMillis(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> lock.extend(ofSeconds(-1), ofSeconds(-2)));
        assertThatIllegalArgumentException().isThrownBy(() -> lock.extend(Duration.ofDays(366), ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> locked(name(), ZERO, ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> locked(name(), Duration.ofDays(366), ZERO));

        assertThat(fromElsewhere(name)).isEmpty();
        lock.unlock();
        fromElsewhere(name).orElseThrow().unlock();
    }

    @Test
    void namesAreChecked() {
        assertThatIllegalArgumentException().isThrownBy(() -> locked("n".repeat(1_025), LONG, ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> locked("a\nb", LONG, ZERO));
    }

    @Test
    void theClockProviderHasNoEffect() {
        String name = name();
        ClockProvider.setClock(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
        try {
            SimpleLock lock = locked(name, LONG, LONG);
            assertThat(fromElsewhere(name)).isEmpty();
            lock.unlock();
            assertThat(fromElsewhere(name)).isEmpty();
        } finally {
            ClockProvider.setClock(Clock.systemUTC());
        }
    }

    @Test
    void anInterruptedThreadLocksExtendsAndUnlocksAndStaysInterrupted() {
        String name = name();
        Thread.currentThread().interrupt();
        try {
            SimpleLock lock = locked(name, LONG, ZERO);
            lock.extend(LONG, ZERO).orElseThrow().unlock();
            locked(name, LONG, ofMillis(50)).unlock();
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        awaitFree(name).unlock();
    }
}
