package io.lockkeeper.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Virtual threads by the thousand wait for one lock without pinning a carrier. */
@Tag("java25")
@SuppressWarnings("LockNotBeforeTry") // What is locked without care is what is tested.
class VirtualThreadsTest {

    private static final int MANY = 5_000;

    private final World world = new World();
    private final Party client = world.client();
    private final Party rival = world.client();
    private int counter;

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void theyCountTogetherAndPinNothing(@TempDir Path folder) throws Throwable {
        Path file = folder.resolve("pinned.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.VirtualThreadPinned").withoutThreshold();
            recording.start();
            count();
            recording.dump(file);
        }
        assertThat(counter).isEqualTo(2 * MANY);
        assertThat(pinned(file)).isEmpty();
    }

    private void count() throws Throwable {
        Lease warm = rival.hold("a");
        ExecutorService threads = (ExecutorService) MethodHandles.lookup()
                .findStatic(
                        Executors.class,
                        "newVirtualThreadPerTaskExecutor",
                        MethodType.methodType(ExecutorService.class))
                .invoke();
        List<Future<?>> all = new ArrayList<>();
        for (int number = 0; number < MANY; number++) {
            DistributedLock lock = (number % 5 == 0 ? rival : client).locks().lock("a");
            all.add(threads.submit(() -> {
                lock.lock();
                counter++;
                lock.unlock();
                try (Lease lease = lock.acquire()) {
                    counter++;
                    lease.ensureHeld();
                }
                return null;
            }));
        }
        warm.close();
        for (Future<?> one : all) {
            one.get(60, TimeUnit.SECONDS);
        }
        threads.shutdown();
    }

    private static List<String> pinned(Path file) throws IOException {
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getStackTrace() != null
                        && event.getStackTrace().getFrames().stream()
                                .anyMatch(frame ->
                                        frame.getMethod().getType().getName().startsWith("io.lockkeeper.engine")))
                .map(Object::toString)
                .toList();
    }
}
