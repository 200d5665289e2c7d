package io.lockkeeper.redis;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.contract.StoreFixture;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome.Queued;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Processes that stand still while they hold or wait: the server goes on counting them as listeners. */
class DeadWaitersTest extends WithRedis {

    /** Far less than a lease, and more than the claim times of all waiters in these tests. */
    private static final Duration SOON = Duration.ofSeconds(22);

    private final TcpProxy proxy = redis.proxy();
    private final List<Contender> dead = new ArrayList<>();

    @AfterEach
    void stopClients() {
        dead.forEach(Contender::close);
        proxy.close();
    }

    @Test
    void two_waiters_that_stand_still_cost_a_claim_time_each() {
        assertServedBehind(2);
    }

    /** Three are told when to ask at a hand-over; those behind ask by themselves. */
    @Test
    void four_waiters_that_stand_still_cost_a_claim_time_each() {
        assertServedBehind(4);
    }

    private void assertServedBehind(int howMany) {
        try (Contender ann = contender();
                LockClient living = LockClient.connect(redis.url())) {
            Grant grant = ann.hold("orders");
            queueAndFreeze(howMany);
            CompletableFuture<Lease> waits = waiting(living, howMany + 1);
            ann.release(grant);
            assertThat(waits).succeedsWithin(SOON.toSeconds(), TimeUnit.SECONDS);
        }
    }

    /** They may be far from the end of the line. */
    @Test
    void the_living_need_not_be_last() {
        try (Contender ann = contender();
                LockClient living = LockClient.connect(redis.url())) {
            Grant grant = ann.hold("orders");
            List<Contender> front = standing(2);
            CompletableFuture<Lease> waits = waiting(living, 3);
            standing(2);
            proxy.freeze();
            ann.release(grant);
            assertThat(waits).succeedsWithin(SOON.toSeconds(), TimeUnit.SECONDS);
            assertThat(front).hasSize(2);
        }
    }

    /** The second in line asks soon after the lease's end, whatever became of the first. */
    @Test
    void a_holder_and_a_first_waiter_that_end_together_cost_the_lease_and_a_claim_time() {
        try (Contender ann = contender();
                Contender eve = contender()) {
            ann.hold(ann.claim("orders", StoreFixture.SHORT_LEASE, 1));
            queueAndFreeze(1);
            Claim second = eve.queue("orders");
            Duration recheck = eve.requeue(second).recheckAfter();
            assertThat(recheck).isLessThan(StoreFixture.SHORT_LEASE.plusMillis(500));
            elapse(recheck.plusMillis(1));
            Queued behind = eve.requeue(second);
            assertThat(behind.recheckAfter()).isLessThanOrEqualTo(Duration.ofMillis(2_001));
            elapse(behind.recheckAfter().plusMillis(1));
            eve.hold(second);
        }
    }

    /** And not a claim time for each of the three ahead, if the lease ends sooner. */
    @Test
    void the_fourth_in_line_asks_soon_after_the_end_of_the_lease() {
        Duration lease = Duration.ofSeconds(5);
        try (Contender ann = contender();
                Contender eve = contender()) {
            ann.hold(ann.claim("orders", lease, 1));
            queueAndFreeze(3);
            assertThat(eve.requeue(eve.queue("orders")).recheckAfter()).isLessThanOrEqualTo(lease.plusMillis(751));
        }
    }

    @Test
    void who_is_far_behind_asks_again_after_a_claim_time_for_each_one_ahead() {
        try (Contender ann = contender();
                Contender eve = contender()) {
            ann.hold("orders");
            queueAndFreeze(6);
            assertThat(eve.requeue(eve.queue("orders")).recheckAfter()).isEqualTo(Duration.ofSeconds(12));
        }
    }

    @Test
    void a_holder_whose_lock_was_deleted_wakes_the_waiters() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            bob.queue("orders");
            redis.exec("DEL", "lk1:{orders}");
            ann.renew(LEASE, grant);
            bob.awaitSignal(new Signal.Free("orders"));
        }
    }

    /** As one that was evicted. */
    @Test
    void a_release_that_misses_the_queue_wakes_the_waiters() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            Claim claim = bob.queue("orders");
            redis.exec("DEL", "lk1:{orders}:q");
            ann.release(grant);
            bob.awaitSignal(new Signal.Free("orders"));
            bob.hold(claim);
        }
    }

    @Test
    void holders_whose_server_was_flushed_wake_the_waiters() {
        try (Contender ann = contender();
                LockClient living = LockClient.connect(redis.url())) {
            List<Grant> grants = List.of(ann.hold("other {orders}"), ann.hold("orders"), ann.hold("more orders"));
            CompletableFuture<Lease> waits = waiting(living, 1);
            redis.exec("FLUSHALL");
            assertThat(ann.renew(LEASE, grants.toArray(Grant[]::new)).lost()).hasSize(3);
            assertThat(waits).succeedsWithin(patience());
        }
    }

    /** A release that a renewal crosses is no reason to wake anybody. */
    @Test
    void a_renewal_of_a_released_lock_wakes_nobody() {
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            Grant grant = ann.hold("orders");
            Claim claim = bob.queue("orders");
            eve.listen();
            ann.release(grant);
            bob.release(bob.awaitGrant(claim));
            redis.resetStats();
            assertThat(ann.renew(LEASE, grant).lost()).hasSize(1);
            assertThat(redis.commandStats()).doesNotContainKey("publish");
        }
    }

    private void queueAndFreeze(int howMany) {
        standing(howMany);
        proxy.freeze();
    }

    private List<Contender> standing(int howMany) {
        List<Contender> some = new ArrayList<>();
        for (int index = 0; index < howMany; index++) {
            Contender one = new StoreFixture() {
                @Override
                public Store open() {
                    return WithRedis.open(redis.url(proxy) + "?timeout=30s");
                }
            }.contender();
            one.queue("orders");
            some.add(one);
        }
        dead.addAll(some);
        return some;
    }

    /** A thread of a real client that waits, once the server says that so many do. */
    private CompletableFuture<Lease> waiting(LockClient client, long inLine) {
        CompletableFuture<Lease> lease =
                client.lock("orders", LockOptions.defaults()).acquireAsync().toCompletableFuture();
        eventually(
                patience(),
                () -> assertThat(redis.exec("ZCARD", "lk1:{orders}:q")).isEqualTo(inLine));
        return lease;
    }
}
