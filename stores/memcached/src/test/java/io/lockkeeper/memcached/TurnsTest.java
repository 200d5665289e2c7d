package io.lockkeeper.memcached;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.ClaimOutcome.Busy;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Inspection;
import io.lockkeeper.store.ReleaseOutcome.Released;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Who has just let go of a lock lets others go first, and who only tried is not waited for. */
class TurnsTest extends WithMemcached {

    private List<String> next(String name) {
        return memcached.exec("get lockkeeper>" + name);
    }

    @Test
    void whoLetGoAsksAgainAfterAWhileIfAnotherWaits() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            waiting(bob, "orders");
            long begun = System.nanoTime();
            assertThat(ann.release(grant)).isInstanceOf(Released.class);
            ann.hold("orders");
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(Duration.ofMillis(40));
        }
    }

    @Test
    void whoIsGrantedTheLockLeavesTheLine() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            Claim claim = waiting(bob, "orders");
            ann.release(grant);
            bob.hold(claim);
            eventually(patience(), () -> assertThat(next("orders")).isEmpty());
        }
    }

    @Test
    void whoOnlyTriesIsNotWaitedFor() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            bob.isRefused("orders");
            assertThat(next("orders")).isEmpty();
            ann.release(grant);
            ann.hold("orders");
        }
    }

    @Test
    void whoGivesUpLeavesTheLine() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            Claim claim = waiting(bob, "orders");
            assertThat(next("orders")).isNotEmpty();
            bob.withdraw(claim, false);
            eventually(patience(), () -> assertThat(next("orders")).isEmpty());
            ann.release(grant);
            ann.hold("orders");
        }
    }

    /** Its place is still written down. */
    @Test
    void aTryFindsALockFreeThatAWaiterLeft() {
        try (LockClient client = LockClient.connect(memcached.url());
                Contender bob = contender()) {
            for (int round = 0; round < 10; round++) {
                DistributedLock lock = client.lock("orders" + round);
                Lease lease = lock.acquireAsync().toCompletableFuture().join();
                waiting(bob, "orders" + round);
                lease.close();
                assertThat(lock.tryLock()).as("round %d", round).isTrue();
                lock.unlock();
            }
        }
    }

    @Test
    void aClaimThatIsWithdrawnWhileItLetsOthersGoFirstTakesNothing() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            waiting(bob, "orders");
            ann.release(grant);
            Claim claim = ann.claim("orders");
            CompletableFuture<ClaimOutcome> sent = ann.store().claim(claim).toCompletableFuture();
            ann.withdraw(claim, true);
            assertThat(ann.answer(sent)).isNotInstanceOf(Busy.class);
            assertThat(item("orders")).isEmpty();
        }
    }

    @Test
    void oneThatLetsOthersGoFirstEndsWithItsStore() {
        CompletableFuture<?> sent;
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            waiting(bob, "orders");
            ann.release(grant);
            sent = ann.store().claim(ann.claim("orders")).toCompletableFuture();
        }
        assertThat(sent.handle((outcome, failure) -> true)).succeedsWithin(patience());
    }

    /** Its withdrawal comes while it is being written down as the next. */
    @Test
    void whoGivesUpWhileItBecomesTheNextLeavesTheLineToo() {
        try (TcpProxy proxy = memcached.proxy();
                MemcachedStore store = open(memcached.url(proxy));
                Contender ann = contender();
                Contender bob = contender()) {
            ann.hold("orders");
            Claim claim = bob.claim("orders");
            assertThat(bob.answer(store.claim(claim))).isInstanceOf(Busy.class);
            proxy.delayReplies(Duration.ofMillis(200));
            CompletableFuture<ClaimOutcome> sent = store.claim(claim).toCompletableFuture();
            eventually(patience(), () -> assertThat(next("orders")).isNotEmpty());
            bob.answer(store.withdraw(claim, true));
            bob.answer(sent);
            eventually(Duration.ofSeconds(1), () -> assertThat(next("orders")).isEmpty());
        }
    }

    /** Nobody says that it stopped to ask. */
    @Test
    void whoDisappearsIsForgottenSoon() {
        try (Contender ann = contender()) {
            ann.hold("a b");
            try (Contender bob = contender()) {
                waiting(bob, "a b");
            }
            String key = Keys.under("").next("a b");
            assertThat(memcached.exec("get " + key)).isNotEmpty();
            eventually(
                    patience(), () -> assertThat(memcached.exec("get " + key)).isEmpty());
            assertThat(ann.answer(((Inspection) ann.store()).inspect("a b"))).isPresent();
        }
    }

    /** Its one thread asks again at once, each time; without courtesy the other would find it gone once in seconds. */
    @Test
    void whoTakesALockAgainAndAgainStarvesNobody() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        try (LockClient greedy = LockClient.connect(memcached.url());
                LockClient patient = LockClient.connect(memcached.url())) {
            Thread thread = new Thread(() -> {
                while (!stop.get()) {
                    greedy.lock("orders")
                            .acquireAsync()
                            .toCompletableFuture()
                            .join()
                            .close();
                }
            });
            thread.start();
            try {
                for (int turn = 0; turn < 10; turn++) {
                    Optional<Lease> lease = patient.lock("orders")
                            .tryAcquire(LockOptions.defaults().withMaxWait(Duration.ofSeconds(2)));
                    assertThat(lease).as("turn %d", turn).isPresent();
                    lease.orElseThrow().close();
                }
            } finally {
                stop.set(true);
                thread.join();
            }
        }
    }

    /** A claim that was refused twice. */
    private static Claim waiting(Contender client, String name) {
        Claim claim = client.claim(name);
        assertThat(client.send(claim)).isInstanceOf(Busy.class);
        assertThat(client.send(claim)).isInstanceOf(Busy.class);
        return claim;
    }
}
