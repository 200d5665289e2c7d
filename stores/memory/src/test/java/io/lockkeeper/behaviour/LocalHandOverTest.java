package io.lockkeeper.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LocalRuns;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Threads of one client pass the lock on without the store, in order, and not for ever while another client waits. */
class LocalHandOverTest {

    private final World world = new World();
    private final Party home = world.client(
            ClientOptions.defaults().withLocalRuns(new LocalRuns(16, Duration.ZERO, Duration.ofMillis(500))));
    private final Party foreign = world.client();

    @AfterEach
    void close() {
        world.close();
    }

    /** Lets four waiters take turns, each queueing again. */
    private void takeTurns(int turns) {
        Deque<CompletableFuture<Lease>> line = new ArrayDeque<>();
        for (int number = 0; number < 4; number++) {
            line.add(home.await("a"));
        }
        for (int turn = 0; turn < turns; turn++) {
            Lease lease = Party.answer(line.remove());
            line.add(home.await("a"));
            lease.close();
        }
        for (CompletableFuture<Lease> rest : line) {
            Party.answer(rest).close();
        }
    }

    @Test
    void threadsAreServedInOrderWithTokensThatGrow() {
        Lease lease = home.hold("a");
        List<CompletableFuture<Lease>> line = new ArrayList<>();
        for (int number = 0; number < 50; number++) {
            line.add(home.await("a"));
        }
        for (CompletableFuture<Lease> next : line) {
            long before = lease.token();
            assertThat(home.locks().held()).hasSize(1);
            lease.close();
            lease = Party.answer(next);
            assertThat(lease.token()).isGreaterThan(before);
        }
        lease.close();
    }

    @Test
    void aRunIsBoundedInNumber() {
        Lease before = world.client().hold("a");
        List<CompletableFuture<Lease>> line = new ArrayList<>();
        for (int number = 0; number < 60; number++) {
            line.add(home.await("a"));
        }
        CompletableFuture<Lease> foreigner = foreign.await("a");
        before.close();
        int turns = 0;
        for (CompletableFuture<Lease> next : line) {
            if (!foreign.locks().held().isEmpty()) {
                break;
            }
            Lease lease = Party.answer(next);
            world.pass(Duration.ZERO); // For the extension of the claim time, without which too little is left.
            lease.close();
            turns++;
        }
        assertThat(turns).isEqualTo(16);
        Party.answer(foreigner).close();
    }

    @Test
    void aRunIsBoundedInTime() {
        Lease before = world.client().hold("a");
        List<CompletableFuture<Lease>> line = new ArrayList<>();
        for (int number = 0; number < 20; number++) {
            line.add(home.await("a"));
        }
        CompletableFuture<Lease> unused = foreign.await("a");
        before.close();
        int turns = 0;
        for (CompletableFuture<Lease> next : line) {
            if (!foreign.locks().held().isEmpty()) {
                break;
            }
            Lease lease = Party.answer(next);
            world.pass(Duration.ofMillis(200));
            lease.close();
            turns++;
        }
        assertThat(turns).as("the third ends after 600 ms").isEqualTo(3);
    }

    @Test
    void aRunIsNotBoundedWhileNobodyElseWaitsAndCostsFewerRequestsTheLongerItLasts() {
        takeTurns(20);
        int before = home.requests().sent();
        takeTurns(5_000);
        assertThat(home.requests().sent() - before).isLessThan(20);
    }

    @Test
    void twoClientsShareFairly() {
        int[] turns = new int[2];
        List<Party> parties = List.of(home, foreign);
        List<Deque<CompletableFuture<Lease>>> lines = List.of(new ArrayDeque<>(), new ArrayDeque<>());
        for (int number = 0; number < 6; number++) {
            lines.get(0).add(home.await("a"));
            lines.get(1).add(foreign.await("a"));
        }
        for (int turn = 0; turn < 2_000; turn++) {
            int holder = home.locks().held().isEmpty() ? 1 : 0;
            Lease lease = Party.answer(lines.get(holder).remove());
            lines.get(holder).add(parties.get(holder).await("a"));
            turns[holder]++;
            world.pass(Duration.ofMillis(1));
            lease.close();
        }
        assertThat(turns[0]).isBetween(900, 1_100);
    }
}
