package io.lockkeeper.bench.workers;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.contestants.Contestants;
import io.lockkeeper.bench.contestants.Locks;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A process that uses one contestant's locks as it is told, an order at a time, all in its main thread.
 *
 * <p>It ends with its standard input, so with the coordinator.
 */
public final class Worker {
    private static final Map<String, Task> TASKS = Map.of(
            "contend", Contend::run,
            "reenter", ManyLocks::reenter,
            "handover", Baton::run,
            "crowd", Crowd::run,
            "door", Crowd::door,
            "hold", ManyLocks::hold,
            "drop", ManyLocks::drop,
            "churn", ManyLocks::churn);

    private final Contestant contestant;
    private final String url;
    private @Nullable Locks locks;

    /** Something a worker can be ordered to do. */
    private interface Task {

        /** Does it, and returns what to answer. */
        Message run(Locks locks, Message order) throws Exception;
    }

    private Worker(Contestant contestant, String url) {
        this.contestant = contestant;
        this.url = url;
    }

    /** Expects the name of a contestant and the server's URL. */
    public static void main(String[] arguments) throws Exception {
        Worker worker = new Worker(Contestants.named(arguments[0]), arguments[1]);
        PrintStream answers = System.out;
        System.setOut(System.err); // A library that prints must not answer.
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String line = orders.readLine(); line != null; line = orders.readLine()) {
            answers.println(worker.answer(line));
            answers.flush();
        }
        Runtime.getRuntime().halt(0); // Nothing is left to be done in good order: the server is about to end too.
    }

    private String answer(String line) {
        try {
            return carryOut(Message.parse(line)).toString();
        } catch (Exception e) {
            e.printStackTrace(); // On standard error, which is the coordinator's; the answer is one line.
            return "failed " + e.toString().replaceAll("\\s+", " ");
        }
    }

    private Message carryOut(Message order) throws Exception {
        if (order.verb().equals("open")) {
            long lease = order.number("leaseMillis");
            locks = contestant.open(url, lease == 0 ? Optional.empty() : Optional.of(Duration.ofMillis(lease)));
            return Message.of("done");
        }
        if (order.verb().equals("footprint")) {
            return Footprint.measure();
        }
        if (order.verb().equals("compiled")) {
            return Message.of("done")
                    .with("millis", ManagementFactory.getCompilationMXBean().getTotalCompilationTime());
        }
        Task task = TASKS.get(order.verb());
        Locks opened = locks;
        if (task == null || opened == null) {
            throw new IllegalArgumentException("cannot do this: " + order.verb());
        }
        return task.run(opened, order);
    }
}
