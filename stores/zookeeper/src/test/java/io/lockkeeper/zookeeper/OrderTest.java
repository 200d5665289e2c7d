package io.lockkeeper.zookeeper;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.GrantPush;
import io.lockkeeper.store.ReleaseOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.ZooDefs;
import org.junit.jupiter.api.Test;

/** What comes late, or overtakes something else. */
class OrderTest extends WithZooKeeper {

    @Override
    public Duration patience() {
        return Duration.ofSeconds(30);
    }

    /** The news that a node left, and the look at the line by which the waiter knows it already, arrive in the same moment. */
    @Test
    void old_news_grant_nothing() {
        try (TcpProxy network = server.proxy();
                Contender ann = contender();
                Contender eve = contender();
                Contender bob = new Contenders(server.url(network)).contender()) {
            Grant held = ann.hold("orders");
            Claim second = eve.queue("orders");
            Claim third = Contender.patient(bob.claim("orders"));
            AsksAgain signals = new AsksAgain(bob, third);
            bob.answer(((GrantPush) bob.store()).listen(bob.holder().client(), signals));
            assertThat(bob.send(third)).isInstanceOf(ClaimOutcome.Queued.class);
            network.cut();
            eve.withdraw(second, false);
            network.heal();
            eventually(
                    patience(),
                    () -> assertThat(signals.outcomes)
                            .anySatisfy(outcome -> assertThat(outcome.getNow(new ClaimOutcome.Withdrawn()))
                                    .isInstanceOfSatisfying(
                                            ClaimOutcome.Queued.class,
                                            queued -> assertThat(queued.ahead()).isZero())));
            assertThat(bob.send(third)).as("while another holds it").isInstanceOf(ClaimOutcome.Queued.class);
            assertThat(signals.granted).isEmpty();
            ann.release(held);
            eventually(patience(), () -> assertThat(signals.granted).hasSize(1));
        }
    }

    @Test
    void a_claim_that_its_withdrawal_overtakes_leaves_nothing() throws Exception {
        int rounds = 2_000;
        CyclicBarrier start = new CyclicBarrier(2);
        try (Contender ann = contender()) {
            List<Claim> claims = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                claims.add(ann.claim("lock " + round % 10));
            }
            CompletableFuture<List<CompletableFuture<?>>> claiming = CompletableFuture.supplyAsync(() -> {
                List<CompletableFuture<?>> answers = new ArrayList<>();
                for (Claim claim : claims) {
                    meet(start);
                    answers.add(ann.store().claim(claim).toCompletableFuture());
                }
                return answers;
            });
            List<CompletableFuture<?>> answers = new ArrayList<>();
            for (Claim claim : claims) {
                meet(start);
                answers.add(ann.store().withdraw(claim, true).toCompletableFuture());
            }
            answers.addAll(claiming.get(30, TimeUnit.SECONDS));
            assertThat(CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)))
                    .succeedsWithin(patience());
            assertThat(children("/lk1"))
                    .allSatisfy(lock -> assertThat(children("/lk1/" + lock)).isEmpty());
        }
    }

    /** They would be answered after all of them, and too late. */
    @Test
    void the_requests_that_keep_a_session_alive_do_not_wait_for_thousands_of_claims() throws Exception {
        int many = 2_000;
        makeLines(many);
        try (TcpProxy network = server.proxy();
                Contender ann = new Contenders(server.url(network)).contender()) {
            Session session = ((ZooKeeperStore) ann.store()).session();
            AtomicInteger answered = new AtomicInteger();
            List<CompletableFuture<?>> claims = new ArrayList<>();
            network.freezeReplies(); // So that all are under way, and none is answered.
            for (int index = 0; index < many; index++) {
                claims.add(ann.store()
                        .claim(ann.claim("lock " + index))
                        .thenRun(answered::incrementAndGet)
                        .toCompletableFuture());
            }
            CompletableFuture<Integer> before = session.ask().sync("/").thenApply(done -> answered.get());
            network.heal();
            assertThat(ann.answer(before)).as("claims answered before").isLessThan(many);
            assertThat(CompletableFuture.allOf(claims.toArray(CompletableFuture[]::new)))
                    .succeedsWithin(patience());
        }
    }

    /** So that each claim is answered by what it asks first. */
    private void makeLines(int many) throws Exception {
        List<Op> steps = new ArrayList<>();
        steps.add(Op.create("/lk1", new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT));
        for (int index = 0; index < many; index++) {
            String path = new Layout("").lock("lock " + index);
            steps.add(Op.create(path, new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT));
        }
        try (Administrator zk = administrator()) {
            zk.multi(steps);
        }
    }

    /** A renewal asks what is left of the session's nodes; what is made meanwhile is not among them. */
    @Test
    void what_is_claimed_while_others_are_renewed_is_not_taken_for_lost() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        AtomicBoolean done = new AtomicBoolean();
        try (Contender ann = contender()) {
            ann.listen();
            Grant kept = ann.hold("kept");
            List<Future<?>> claiming = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                String name = "lock " + thread;
                claiming.add(threads.submit(() -> {
                    for (int turn = 0; turn < 500; turn++) {
                        assertThat(ann.release(ann.hold(name))).isInstanceOf(ReleaseOutcome.Released.class);
                    }
                }));
            }
            Future<?> renewing = threads.submit(() -> {
                while (!done.get()) {
                    assertThat(ann.renew(LEASE, kept).lost()).isEmpty();
                }
            });
            for (Future<?> each : claiming) {
                each.get(60, TimeUnit.SECONDS);
            }
            done.set(true);
            renewing.get(60, TimeUnit.SECONDS);
            assertThat(ann.signals().heard()).noneMatch(Signal.Lost.class::isInstance);
            assertThat(children("/lk1"))
                    .allSatisfy(lock -> assertThat(children("/lk1/" + lock)).hasSize(lock.equals("kept") ? 1 : 0));
        } finally {
            done.set(true);
            threads.shutdownNow();
        }
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(30, TimeUnit.SECONDS);
        } catch (Exception alone) {
            throw new AssertionError("The other thread did not come.", alone);
        }
    }

    /** Sends its claim again as soon as it may have missed something, as the engine does. */
    private static final class AsksAgain implements GrantPush.Signals {

        final Queue<CompletableFuture<ClaimOutcome>> outcomes = new ConcurrentLinkedQueue<>();
        final Queue<Grant> granted = new ConcurrentLinkedQueue<>();
        private final Contender client;
        private final Claim claim;

        AsksAgain(Contender client, Claim claim) {
            this.client = client;
            this.claim = claim;
        }

        @Override
        public void granted(Grant grant, long secret) {
            granted.add(grant);
        }

        @Override
        public void missed() {
            outcomes.add(client.store().claim(claim).toCompletableFuture());
        }

        @Override
        public void mayBeRecalled(String name, ClaimId asked) {}

        @Override
        public void free(String name) {}

        @Override
        public void contended(String name) {}

        @Override
        public void lost(String name, ClaimId lost, LeaseLoss.Reason reason) {}

        @Override
        public void mayBeLost(String name, ClaimId lost, LeaseLoss.Reason reason) {}
    }
}
