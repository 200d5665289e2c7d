package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.DistributedLock;
import io.lockkeeper.Guarantees;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The promise that what is done under the lock is done by one at a time, in the order of the tokens. */
public interface CounterPromise extends LockFixture {

    /** Every client takes it once before the race, when it is free. Half of the turns are taken by thread, half by handle. */
    @Test
    default void aCounterRacedByManyClientsAndThreadsIsExact() throws Exception {
        int clients = 4;
        int threads = 3;
        int turns = 20;
        String name = freshName();
        UnguardedCounter counter = new UnguardedCounter();
        List<LockClient> started = new ArrayList<>();
        ExecutorService racers = Executors.newFixedThreadPool(clients * threads);
        try {
            List<Callable<Void>> races = new ArrayList<>();
            for (int index = 0; index < clients; index++) {
                LockClient client = start(ClientOptions.defaults());
                started.add(client);
                take(client, name, true, counter);
                for (int thread = 0; thread < threads; thread++) {
                    races.add(() -> {
                        for (int turn = 0; turn < turns; turn++) {
                            take(client, name, turn % 2 == 0, counter);
                        }
                        return null;
                    });
                }
            }
            for (Future<Void> race : racers.invokeAll(races, 3 * patience().toSeconds(), TimeUnit.SECONDS)) {
                race.get();
            }
            assertThat(counter.value()).as("the counter").isEqualTo(clients + clients * threads * turns);
            if (started.get(0).guarantees().tokens() != Guarantees.Tokens.NONE) {
                assertThat(counter.tokens())
                        .as("the tokens that the counter of %s saw", name)
                        .doesNotHaveDuplicates()
                        .isSorted();
            }
        } finally {
            racers.shutdownNow();
            started.forEach(LockClient::close);
        }
    }

    private static void take(LockClient client, String name, boolean byThread, UnguardedCounter counter)
            throws InterruptedException {
        if (byThread) {
            DistributedLock lock = client.lock(name);
            lock.lock();
            try {
                counter.increase(hasTokens(client) ? lock.token() : 0);
            } finally {
                lock.unlock();
            }
        } else {
            try (Lease lease = client.lock(name).acquire()) {
                counter.increase(hasTokens(client) ? lease.token() : 0);
            }
        }
    }

    private static boolean hasTokens(LockClient client) {
        return client.guarantees().tokens() != Guarantees.Tokens.NONE;
    }
}
