package io.lockkeeper.memcached;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.ClaimOutcome.Busy;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Inspection;
import io.lockkeeper.store.ReleaseOutcome.Released;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Who has just let go of a lock lets others go first, and who only tried is not waited for. */
class TurnsTest extends WithMemcached {

    private List<String> next(String name) {
        return memcached.exec("get lockkeeper:1>" + name);
    }

    @Test
    void whoLetGoIsRefusedForAWhileIfAnotherWaits() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            Claim claim = waiting(bob, "orders");
            assertThat(ann.release(grant)).isInstanceOf(Released.class);
            Busy busy = ann.isRefused("orders");
            assertThat(busy.retryAfter()).isLessThanOrEqualTo(Duration.ofMillis(40));
            assertThat(item("orders")).as("the lock, which is free").isEmpty();
            ann.release(ann.hold("other orders"));
            bob.hold(claim);
            eventually(patience(), () -> assertThat(next("orders")).isEmpty());
        }
    }

    @Test
    void notForLongerThanThat() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            waiting(bob, "orders");
            ann.release(grant);
            eventually(
                    patience(),
                    () -> assertThat(ann.send(ann.claim("orders"))).isInstanceOf(ClaimOutcome.Granted.class));
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
