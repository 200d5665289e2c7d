package io.lockkeeper.bench.workers;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.servers.JavaCommand;
import io.lockkeeper.servers.JavaProcess;
import java.time.Duration;

/** A {@link Worker}, as the coordinator sees it. It is killed if the coordinator ends. */
public final class WorkerProcess implements AutoCloseable {
    private final JavaProcess process;

    private WorkerProcess(JavaProcess process) {
        this.process = process;
    }

    /** Starts a JVM, with the same options for every contestant, and returns at once. */
    public static WorkerProcess start(Contestant contestant, String url, int heapMegabytes) {
        return new WorkerProcess(JavaCommand.of(Worker.class, contestant.name(), url)
                .option("-XX:TieredStopAtLevel=4") // The usual compilers, where tests would have the first only.
                .option("-Xms" + heapMegabytes + "m")
                .option("-Xmx" + heapMegabytes + "m")
                .start());
    }

    /** Gives an order and returns at once. */
    public void order(Message order) {
        process.writeLine(order.toString());
    }

    /**
     * Waits for the answer to the oldest order that has none yet.
     *
     * @throws WorkerException if the worker failed, ended, or takes too long
     */
    public Message answer(Duration atMost) {
        String line;
        try {
            line = process.awaitLine(any -> true, atMost);
        } catch (AssertionError e) {
            throw new WorkerException("no answer: " + e.getMessage());
        }
        if (line.startsWith("failed ")) {
            throw new WorkerException(line.substring("failed ".length()) + "\n" + process.errors());
        }
        return Message.parse(line);
    }

    /** Gives an order and waits for the answer. */
    public Message ask(Message order, Duration atMost) {
        order(order);
        return answer(atMost);
    }

    /** Stops the process where it is, so that it disturbs no other. */
    void pause() {
        process.pause();
    }

    /** Lets it go on. */
    void resume() {
        process.resume();
    }

    @Override
    public void close() {
        process.close();
    }
}
