package io.lockkeeper.memcached;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.Eventually;
import io.lockkeeper.servers.MemcachedConnection;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** memcached's clock, which ticks once a second, and the leases that are built on it. */
@Execution(ExecutionMode.CONCURRENT)
class ClockTest extends WithMemcached {

    private static final double SECOND = 1e9;

    /** What {@link Expiry} is built on, measured all over a tick: an item never outlives its seconds, nor loses two of them. */
    @Test
    void anItemLivesForItsSecondsLessAtMostTwo() {
        int seconds = 3;
        Map<String, Long> made = new LinkedHashMap<>();
        List<Double> lives = new ArrayList<>();
        try (MemcachedConnection connection = memcached.connect(patience())) {
            long begin = System.nanoTime();
            for (int round = 0; round < 50 || !made.isEmpty(); round++) {
                String key = "item" + round;
                if (round < 50) {
                    made.put(key, System.nanoTime());
                    assertThat(connection.exec("add " + key + " 0 " + seconds + " 1\r\na"))
                            .containsExactly("STORED");
                }
                made.entrySet().removeIf(each -> {
                    boolean gone = connection.exec("get " + each.getKey()).isEmpty();
                    if (gone) {
                        lives.add((System.nanoTime() - each.getValue()) / SECOND);
                    }
                    return gone;
                });
                elapse(Duration.ofMillis(Math.max(0, 30L * round - (System.nanoTime() - begin) / 1_000_000)));
            }
        }
        assertThat(lives).hasSize(50).allSatisfy(life -> assertThat(life).isBetween(seconds - 2.0, seconds + 0.5));
    }

    @Test
    void aLockOutlivesItsLeaseAndNotByMuch() {
        Duration lease = Duration.ofSeconds(1);
        try (Contender ann = contender();
                Contender bob = contender()) {
            for (int round = 0; round < 3; round++) {
                long sent = System.nanoTime();
                Grant grant = ann.hold(ann.claim("orders" + round, lease, 1));
                long taken = takenBy(bob, "orders" + round);
                assertThat(grant.remainingNanos()).isEqualTo(lease.toNanos());
                assertThat((taken - sent) / SECOND).isBetween(1.0, 5.5);
                elapse(Duration.ofMillis(300)); // To meet another part of the tick.
            }
        }
    }

    /**
     * Its workers serve what waited for them before its clock has ticked: for it, the item was made long ago. Without
     * what {@link Pulse} adds, most of these leases end too early.
     */
    @Test
    void aServerThatStoodStillShortensNoLease() {
        Duration lease = Duration.ofSeconds(12);
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.release(ann.hold("orders"));
            elapse(Duration.ofMillis(300));
            memcached.pause();
            elapse(Duration.ofMillis(3_600));
            Map<Long, CompletableFuture<ClaimOutcome>> sent = new LinkedHashMap<>();
            for (int index = 0; index < 5; index++) {
                Claim claim = ann.claim("orders" + index, lease, 1);
                sent.put(System.nanoTime(), ann.store().claim(claim).toCompletableFuture());
            }
            memcached.resume();
            sent.values().forEach(claim -> assertThat(ann.answer(claim)).isInstanceOf(ClaimOutcome.Granted.class));
            int index = 0;
            for (long at : sent.keySet()) {
                assertThat((takenBy(bob, "orders" + index++) - at) / SECOND).isGreaterThanOrEqualTo(12.0);
            }
        }
    }

    /** When the lock came free at the earliest: just before the attempt that got it was answered. */
    private long takenBy(Contender client, String name) {
        long[] answered = new long[1];
        Eventually.eventually(Duration.ofSeconds(20), () -> {
            assertThat(client.send(client.claim(name))).isInstanceOf(ClaimOutcome.Granted.class);
            answered[0] = System.nanoTime();
        });
        return answered[0];
    }
}
