package io.lockkeeper.races;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.NotHeldException;
import io.lockkeeper.StoreUnavailableException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** One thread of a worker: takes the lock, adds one to the counter, lets go, until it is told to stop. */
final class Laps implements Runnable {

    private static final String LOCK = "race";
    private static final List<Holding.Way> WAYS =
            List.of(Holding.Way.BY_HANDLE, Holding.Way.BY_THREAD, Holding.Way.IMPATIENTLY);
    private static final int LONG_JOB_ONCE_IN = 200;

    private final Worker worker;
    private final String name;
    private final int counterPort;
    private final DistributedLock lock;
    private final Holding.Way way;
    private final Random random;
    private final long longestJobMillis;

    Laps(Worker worker, Assignment assignment, LockClient client, int number) {
        this.worker = worker;
        this.name = assignment.thread(number);
        this.counterPort = assignment.counterPort();
        this.lock = client.lock(LOCK, LockOptions.defaults().withPurpose(assignment.purpose()));
        this.way = WAYS.get((number - 1) % WAYS.size());
        this.longestJobMillis = assignment.longestJobMillis();
        this.random = new Random(assignment.seed() + name.hashCode());
    }

    @Override
    public void run() {
        try (CounterClient counter = new CounterClient(counterPort, name)) {
            while (!worker.isStopped()) {
                lap(counter);
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            worker.say("unexpected " + name + ": " + e + " at " + e.getStackTrace()[0]);
        }
    }

    private void lap(CounterClient counter) throws IOException, InterruptedException {
        counter.ask();
        try {
            Optional<Holding> taken = way.take(lock, random);
            if (taken.isPresent()) {
                Holding holding = taken.get();
                try {
                    increment(counter, holding);
                } finally {
                    holding.close();
                }
            }
        } catch (StoreUnavailableException | LeaseLostException e) {
            // The counter knows already; a user would log it, and try again as this does.
        } catch (NotHeldException e) {
            if (!(e.getCause() instanceof LeaseLostException)) {
                throw e;
            }
        }
    }

    private void increment(CounterClient counter, Holding holding) throws IOException {
        long token = holding.token();
        OptionalLong read = counter.read(token);
        if (read.isPresent()) {
            work();
            if (holding.isHeld()) {
                work(); // What happens now to a lease that was looked at is the danger that tokens are for.
                long value = read.getAsLong();
                if (counter.write(token, value, value + 1)) {
                    worker.acknowledged();
                }
            }
        }
        counter.confirm(token, holding.isHeld());
    }

    private void work() {
        long longest = random.nextInt(LONG_JOB_ONCE_IN) == 0 ? MILLISECONDS.toNanos(longestJobMillis) : 0;
        LockSupport.parkNanos((long) (random.nextDouble() * Math.max(longest, MILLISECONDS.toNanos(1))));
    }
}
