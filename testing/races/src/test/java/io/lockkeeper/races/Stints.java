package io.lockkeeper.races;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.lockkeeper.Candidacy;
import io.lockkeeper.Election;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.Term;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One candidate of a worker: adds to the counter while it leads, for a moment at most, and stands again, until it is told to stop.
 * As a user's would, its work does not look at its term between reading and writing.
 */
final class Stints implements Runnable {

    private static final String ELECTION = "race";
    private static final int MOST_INCREMENTS = 20;
    private static final int LONG_JOB_ONCE_IN = 200;

    private final Worker worker;
    private final String name;
    private final int counterPort;
    private final Election election;
    private final Random random;
    private final long longestJobMillis;
    private final CountDownLatch failed = new CountDownLatch(1);

    Stints(Worker worker, Assignment assignment, LockClient client, int number) {
        this.worker = worker;
        this.name = assignment.thread(number);
        this.counterPort = assignment.counterPort();
        this.election = client.election(ELECTION, LockOptions.defaults().withPurpose(assignment.purpose()));
        this.longestJobMillis = assignment.longestJobMillis();
        this.random = new Random(assignment.seed() + name.hashCode());
    }

    @Override
    public void run() {
        try (CounterClient counter = new CounterClient(counterPort, name)) {
            counter.ask();
            Candidacy candidacy = election.stand(term -> lead(term, counter));
            try {
                while (!worker.isStopped() && !failed.await(10, TimeUnit.MILLISECONDS)) {}
            } finally {
                candidacy.close();
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            surprised(e);
        }
    }

    private void lead(Term term, CounterClient counter) throws IOException {
        try {
            long token = term.token();
            for (int count = 0; count < MOST_INCREMENTS && term.isCurrent(); count++) {
                OptionalLong read = counter.read(token);
                if (read.isPresent()) {
                    work(); // What happens now to a lease that was looked at is the danger that tokens are for.
                    if (counter.write(token, read.getAsLong(), read.getAsLong() + 1)) {
                        worker.acknowledged();
                    }
                }
                counter.confirm(token, term.isCurrent());
            }
            counter.ask(); // It stands again after this.
        } catch (IOException | RuntimeException e) {
            surprised(e);
            throw e;
        }
    }

    /** Parks, whatever interrupts it, as work that cannot be interrupted. */
    private void work() {
        long longest = random.nextInt(LONG_JOB_ONCE_IN) == 0 ? MILLISECONDS.toNanos(longestJobMillis) : 0;
        LockSupport.parkNanos((long) (random.nextDouble() * Math.max(longest, MILLISECONDS.toNanos(1))));
    }

    private void surprised(Exception e) {
        worker.say("unexpected " + name + ": " + e + " at " + e.getStackTrace()[0]);
        failed.countDown();
    }
}
