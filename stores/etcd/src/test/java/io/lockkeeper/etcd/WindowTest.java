package io.lockkeeper.etcd;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.etcd.Window.Turn;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests that wait for others. */
class WindowTest {

    private static final int MOST = 256;

    private final Timers timers = new Timers();
    private final Queue<Turn> underWay = new ArrayDeque<>();
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger givenUp = new AtomicInteger();

    /** As they do when the store is closed. */
    @Test
    void thousandsThatEndAtOnceDoNotEndFromWithinEachOther() {
        Window window = full(Duration.ofHours(1));
        for (int index = 0; index < 100_000; index++) {
            window.enter(
                    turn -> {
                        sent.incrementAndGet();
                        turn.leave(false);
                    },
                    givenUp::incrementAndGet);
        }
        assertThat(sent).hasValue(MOST);
        underWay.remove().leave(false);
        assertThat(sent).hasValue(MOST + 100_000);
    }

    @Test
    void theyAreGivenUpIfNothingIsAnsweredForAsLongAsTheyMayWait() {
        Window window = full(Duration.ofMillis(20));
        enter(window);
        eventually(Duration.ofSeconds(10), () -> assertThat(givenUp).hasValue(1));
        underWay.remove().leave(true);
        enter(window);
        assertThat(sent).hasValue(MOST + 1);
    }

    @Test
    void oneThatCannotBeSentKeepsNothingFromThoseBehindIt() {
        Window window = full(Duration.ofHours(1));
        window.enter(
                turn -> {
                    throw new UnprintableError();
                },
                givenUp::incrementAndGet);
        enter(window);
        underWay.remove().leave(true);
        assertThat(sent).hasValue(MOST + 1);
    }

    /** Else more and more would be under way at a time. */
    @Test
    void oneThatEndsAndThenFailsToBeSentLeavesOnce() {
        Window window = full(Duration.ofHours(1));
        window.enter(
                turn -> {
                    turn.leave(false);
                    throw new UnprintableError();
                },
                givenUp::incrementAndGet);
        underWay.remove().leave(true);
        enter(window);
        enter(window);
        assertThat(sent).hasValue(MOST + 1);
    }

    /** As deep in a stack of the user's, where it can't be logged, either. */
    private static final class UnprintableError extends StackOverflowError {
        private static final long serialVersionUID = 1L;

        @Override
        public void printStackTrace(PrintWriter log) {
            throw this;
        }
    }

    private void enter(Window window) {
        window.enter(
                turn -> {
                    sent.incrementAndGet();
                    underWay.add(turn);
                },
                givenUp::incrementAndGet);
    }

    private Window full(Duration patience) {
        Window window = new Window(timers, patience);
        for (int index = 0; index < MOST; index++) {
            enter(window);
        }
        return window;
    }

    @AfterEach
    void close() {
        timers.close();
    }
}
