package io.lockkeeper.etcd;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss.Reason;
import io.lockkeeper.LockClient;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.contract.StoreFixture;
import io.lockkeeper.servers.EtcdEnsemble;
import io.lockkeeper.servers.EtcdServer;
import io.lockkeeper.servers.RequiresEtcd;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Engine;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A cluster of three: one of them may be lost at any moment. */
@RequiresEtcd
class EnsembleTest implements StoreFixture {

    private static final int CLIENTS = 4;

    private final EtcdEnsemble etcd = EtcdEnsemble.start();

    @Override
    public Store open() {
        return EtcdStore.connect(StoreAddress.parse(etcd.url() + "?timeout=1s&ttl=30s"));
    }

    @Test
    void theLeaderMayBeKilledInTheMiddleOfHandOvers() throws InterruptedException {
        handOverWhile(leader -> {
            leader.kill();
            etcd.leader(othersThan(leader));
            leader.restart();
            leader.awaitHealth();
        });
    }

    /** When it goes on it believes to be the leader still, until it hears of the other. */
    @Test
    void theLeaderMayHangInTheMiddleOfHandOvers() throws InterruptedException {
        handOverWhile(leader -> {
            leader.pause();
            etcd.leader(othersThan(leader));
            leader.resume();
            leader.awaitHealth();
        });
    }

    /** The member to which a holder and a waiter are connected, whichever it is. */
    @Test
    void anyMemberMayBeLostWhileOneHoldsAndAnotherWaits() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            for (EtcdServer member : etcd.members()) {
                Grant grant = ann.hold("orders");
                Claim next = bob.queue("orders");
                member.kill();
                etcd.leader(othersThan(member)).awaitHealth();
                eventually(
                        patience(), () -> assertThat(ann.store().release(grant)).succeedsWithin(patience()));
                Grant second = bob.awaitGrant(next);
                assertThat(second.firstToken()).isGreaterThan(grant.lastToken());
                eventually(
                        patience(),
                        () -> assertThat(bob.store().release(second)).succeedsWithin(patience()));
                member.restart();
                member.awaitHealth();
            }
        }
    }

    @Test
    void withoutAMajorityNobodyGetsALockAndAHolderKnowsAtItsDeadline() {
        StoreFixture impatient = () -> EtcdStore.connect(StoreAddress.parse(etcd.url() + "?timeout=1s&ttl=3s"));
        try (Contender ann = impatient.contender();
                Contender bob = impatient.contender()) {
            ann.listen();
            Grant grant = ann.hold("orders");
            List<EtcdServer> lost = othersThan(etcd.members().get(0));
            lost.forEach(EtcdServer::kill);
            assertThat(bob.store().claim(bob.claim("stock"))).failsWithin(patience());
            ann.awaitSignal(new Signal.Lost("orders", grant.claim(), Reason.EXPIRED));
            lost.forEach(EtcdServer::restart);
            Claim next = bob.claim("orders");
            eventually(
                    patience(),
                    () -> assertThat(bob.store().claim(next))
                            .succeedsWithin(patience())
                            .isInstanceOfSatisfying(
                                    ClaimOutcome.Granted.class,
                                    granted -> assertThat(granted.grant().firstToken())
                                            .isGreaterThan(grant.lastToken())));
        }
    }

    /** A few clients pass a lock on as fast as they can, twice as often after the fault as before it. */
    private void handOverWhile(Consumer<EtcdServer> fault) throws InterruptedException {
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger within = new AtomicInteger();
        AtomicInteger turns = new AtomicInteger();
        List<Long> tokens = new ArrayList<>(); // Guarded by nothing but the lock.
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int client = 0; client < CLIENTS; client++) {
            Thread thread = new Thread(() -> {
                try (LockClient locks = Engine.load().start(open(), ClientOptions.defaults())) {
                    while (!stop.get()) {
                        try (Lease lease = locks.lock("orders").acquire()) {
                            assertThat(within.incrementAndGet())
                                    .as("holders at a time")
                                    .isEqualTo(1);
                            tokens.add(lease.token());
                            within.decrementAndGet();
                        }
                        turns.incrementAndGet();
                    }
                } catch (Throwable failure) {
                    failures.add(failure);
                }
            });
            threads.add(thread);
            thread.start();
        }
        awaitTurns(turns, 200);
        fault.accept(etcd.leader());
        awaitTurns(turns, turns.get() + 400);
        stop.set(true);
        for (Thread thread : threads) {
            thread.join(Duration.ofSeconds(30).toMillis());
        }
        assertThat(failures).isEmpty();
        assertThat(tokens).hasSize(turns.get()).isSorted().doesNotHaveDuplicates();
    }

    private void awaitTurns(AtomicInteger turns, int wanted) {
        eventually(Duration.ofSeconds(60), () -> assertThat(turns).hasValueGreaterThanOrEqualTo(wanted));
    }

    private List<EtcdServer> othersThan(EtcdServer one) {
        return etcd.members().stream().filter(member -> member != one).toList();
    }

    @AfterEach
    void stopServers() {
        etcd.close();
    }
}
