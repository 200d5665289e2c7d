package io.lockkeeper.races;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import io.lockkeeper.StoreUnavailableException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The program that races: adds one to the counter under the lock, or as the leader, again and again, in several threads.
 *
 * <p>Prints {@code ready}, {@code acknowledged N} for its Nth increment, {@code unexpected …} for what a user would not
 * expect; ends when told to on standard input, and prints {@code done}.
 */
final class Worker {

    private final Assignment assignment;
    private volatile boolean stopped;
    private long acknowledged;

    private Worker(Assignment assignment) {
        this.assignment = assignment;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        new Worker(Assignment.parse(arguments)).run();
    }

    private void run() throws IOException, InterruptedException {
        try (LockClient client = connect()) {
            List<Thread> threads = new ArrayList<>();
            for (int number = 1; number <= assignment.threads(); number++) {
                Runnable racer = assignment.elects()
                        ? new Stints(this, assignment, client, number)
                        : new Laps(this, assignment, client, number);
                threads.add(new Thread(racer, "racer-" + number));
            }
            threads.forEach(Thread::start);
            say("ready");
            awaitStop();
            stopped = true;
            for (Thread thread : threads) {
                thread.join();
            }
        }
        say("done");
    }

    /** A service that finds its store down when it starts tries again. */
    private LockClient connect() throws InterruptedException {
        ClientOptions options = ClientOptions.defaults()
                .withLease(Duration.ofMillis(assignment.leaseMillis()))
                .withDescription(assignment.name());
        while (true) {
            try {
                return LockClient.connect(assignment.url(), options);
            } catch (StoreUnavailableException down) {
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
    }

    /** The end of the input means that the test is gone. */
    private static void awaitStop() throws IOException {
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        String order = orders.readLine();
        while (order != null && !order.equals("stop")) {
            order = orders.readLine();
        }
    }

    boolean isStopped() {
        return stopped;
    }

    /** The counter has taken an increment. */
    synchronized void acknowledged() {
        acknowledged++;
        say("acknowledged " + acknowledged);
    }

    synchronized void say(String line) {
        System.out.println(line);
    }
}
