package io.lockkeeper.bench.workers;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.guard.Guard;
import io.lockkeeper.bench.guard.SharedFile;
import io.lockkeeper.bench.guard.Verdict;
import io.lockkeeper.servers.TempDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** The worker processes of one contestant, connected, and the memory they share. */
public final class Crew implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(60);
    private static final long HEAD_START_NANOS = 50_000_000;
    private static final int HEAP_MEGABYTES = 256;

    private final TempDirectory directory = TempDirectory.create("bench");
    private final Path file = directory.path().resolve("shared");
    private final SharedFile shared = SharedFile.open(file);
    private final List<WorkerProcess> workers = new ArrayList<>();

    private Crew() {}

    /** Starts as many processes and returns when they are connected, and paused. */
    public static Crew start(Contestant contestant, String url, int size) {
        Crew crew = new Crew();
        try {
            for (int i = 0; i < size; i++) {
                crew.workers.add(WorkerProcess.start(contestant, url, HEAP_MEGABYTES));
            }
            crew.all(number -> Message.of("open").with("leaseMillis", 0), START);
            crew.pause();
            return crew;
        } catch (RuntimeException e) {
            crew.close();
            throw e;
        }
    }

    /** Returns one of them. */
    public WorkerProcess worker(int number) {
        return workers.get(number);
    }

    /** Returns the memory they share. */
    public SharedFile shared() {
        return shared;
    }

    /** Adds what every order needs: the shared memory, and a time to start at that all can keep. */
    public Message timed(Message order, Duration duration) {
        return order.with("guard", file)
                .with("start", System.nanoTime() + HEAD_START_NANOS)
                .with("nanos", duration.toNanos());
    }

    /** Gives each its order and waits for all answers. */
    public List<Message> all(IntFunction<Message> order, Duration atMost) {
        for (int i = 0; i < workers.size(); i++) {
            workers.get(i).order(order.apply(i));
        }
        return workers.stream().map(worker -> worker.answer(atMost)).toList();
    }

    /** Returns how long the compilers of all processes have worked until now. */
    public Duration compiled() {
        return Duration.ofMillis(Message.sum(all(number -> Message.of("compiled"), START), "millis"));
    }

    /** Judges what workers reported: their acquisitions as "total", and "violations". */
    public Verdict judge(List<Message> reports) {
        return new Guard(shared).judge(Message.sum(reports, "total"), Message.sum(reports, "violations"));
    }

    /** Stops all processes where they are, while it is another contestant's turn. */
    public void pause() {
        workers.forEach(WorkerProcess::pause);
    }

    /** Lets them go on. */
    public void resume() {
        workers.forEach(WorkerProcess::resume);
    }

    @Override
    public void close() {
        workers.forEach(WorkerProcess::close);
        directory.close();
    }
}
