package io.lockkeeper.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Holder;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.ManualTime;
import io.lockkeeper.contract.RecordedSignals;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.GrantPush;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import io.lockkeeper.store.Terms;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What the memory space promises beyond the contract. */
class MemorySpaceTest {

    private static final Duration LEASE = Duration.ofSeconds(10);

    private final AtomicLong sequence = new AtomicLong();
    private final ManualTime time = new ManualTime();
    private final MemorySpace space = new MemorySpace(time);
    private final Store store = space.connect();

    @Test
    void nothingIsKeptForANameThatIsNeitherHeldNorWaitedFor() {
        Grant grant = granted(claim("ann", "a", false));
        Claim waiting = claim("bob", "a", true);
        listen("bob");
        now(store.claim(waiting));
        now(store.withdraw(waiting, true));
        now(store.claim(claim("eve", "a", false)));
        now(store.release(grant));
        assertThat(space.size()).isZero();
    }

    @Test
    void locksThatNobodyReleasedDoNotPileUp() {
        for (int round = 0; round < 100; round++) {
            for (int index = 0; index < 1_000; index++) {
                granted(claim("ann", "job-" + round + "-" + index, false));
            }
            time.advance(LEASE);
        }
        assertThat(space.size()).isLessThan(20_000);
    }

    @Test
    void thousandsOfHandOversInARowMakeNoDeepStack() {
        Grant first = granted(claim("ann", "a", false));
        RecordedSignals done = new RecordedSignals();
        for (int waiter = 0; waiter < 5_000; waiter++) {
            Claim waiting = claim("w" + waiter, "a", true);
            now(((GrantPush) store).listen("w" + waiter, new PassedSignals(done) {
                @Override
                public void granted(Grant grant, long secret) {
                    super.granted(grant, secret);
                    now(store.release(grant));
                }
            }));
            now(store.claim(waiting));
        }
        now(store.release(first));
        assertThat(done.heard()).filteredOn(Signal.Granted.class::isInstance).hasSize(5_000);
        assertThat(space.size()).isZero();
    }

    @Test
    void aListenerThatThrowsHarmsNobody() {
        Thread.UncaughtExceptionHandler before = Thread.currentThread().getUncaughtExceptionHandler();
        RecordedSignals eve = new RecordedSignals();
        try {
            Thread.currentThread().setUncaughtExceptionHandler((thread, expected) -> {});
            now(((GrantPush) store).listen("bob", new PassedSignals(eve) {
                @Override
                public void granted(Grant grant, long secret) {
                    throw new IllegalStateException("broken on purpose");
                }
            }));
            now(((GrantPush) store).listen("eve", eve));
            Grant grant = granted(claim("ann", "a", false));
            now(store.claim(claim("bob", "a", true)));
            now(store.claim(claim("eve", "a", true)));
            now(store.release(grant));
            assertThat(eve.heard()).containsExactly(new Signal.Free("a"));
        } finally {
            Thread.currentThread().setUncaughtExceptionHandler(before);
        }
    }

    @Test
    void oneAddressIsOneSpace() {
        MemoryStoreProvider provider = new MemoryStoreProvider();
        try (Store one = provider.open(StoreAddress.parse("memory:one"));
                Store same = provider.open(StoreAddress.parse("memory:one"));
                Store other = provider.open(StoreAddress.parse("memory:other"))) {
            assertThat(now(one.claim(claim("ann", "a", false)))).isInstanceOf(ClaimOutcome.Granted.class);
            assertThat(now(same.claim(claim("bob", "a", false)))).isInstanceOf(ClaimOutcome.Busy.class);
            assertThat(now(other.claim(claim("eve", "a", false)))).isInstanceOf(ClaimOutcome.Granted.class);
        }
    }

    @Test
    void anAddressThatNamesNoSpaceIsRefused() {
        MemoryStoreProvider provider = new MemoryStoreProvider();
        for (String address : new String[] {"memory:", "memory://host", "memory:one?two=3"}) {
            assertThatThrownBy(() -> provider.open(StoreAddress.parse(address)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private Claim claim(String client, String name, boolean mayQueue) {
        ClaimId id = new ClaimId(client, sequence.incrementAndGet());
        return new Claim(
                name,
                id,
                new Holder(client, "host", 1, "main", "", 0),
                Terms.mutex(LEASE, 1),
                mayQueue ? Contender.secret(id) : 0);
    }

    private Grant granted(Claim claim) {
        return ((ClaimOutcome.Granted) now(store.claim(claim))).grant();
    }

    private void listen(String client) {
        now(((GrantPush) store).listen(client, new RecordedSignals()));
    }

    private static <T> T now(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }
}
