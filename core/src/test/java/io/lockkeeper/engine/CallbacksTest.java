package io.lockkeeper.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** However much users' code there is to run, and whatever it does, it gets no more than its threads. */
class CallbacksTest {

    private static final int MOST = 64;

    private final Callbacks callbacks = new Callbacks();

    @Test
    void callbacksThatBlockDoNotStartAThreadEach() throws InterruptedException {
        Set<Thread> before = threads();
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1000);
        for (int i = 0; i < 1000; i++) {
            callbacks.execute(() -> {
                awaitQuietly(gate);
                done.countDown();
            });
        }
        Set<Thread> started = threads();
        started.removeAll(before);
        gate.countDown();
        assertThat(started).hasSizeBetween(1, MOST);
        assertThat(done.await(30, TimeUnit.SECONDS)).as("all are run").isTrue();
    }

    @Test
    void callbacksThatThrowEndNoThreadOfTheOthers() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        for (int i = 0; i < 2 * MOST; i++) {
            callbacks.execute(() -> {
                throw new AssertionError("a listener's mistake");
            });
        }
        callbacks.execute(done::countDown);
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("lockkeeper-callback"))
                .collect(Collectors.toSet());
    }

    private static void awaitQuietly(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException nobodyDoes) {
            Thread.currentThread().interrupt();
        }
    }
}
