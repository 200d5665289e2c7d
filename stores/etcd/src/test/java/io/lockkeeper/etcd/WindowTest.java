package io.lockkeeper.etcd;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests that wait for others. */
class WindowTest {

    private static final int MOST = 256;

    private final Timers timers = new Timers();
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger givenUp = new AtomicInteger();

    /** As they do when the store is closed. */
    @Test
    void thousandsThatEndAtOnceDoNotEndFromWithinEachOther() {
        Window window = full(Duration.ofHours(1));
        for (int index = 0; index < 100_000; index++) {
            window.enter(
                    () -> {
                        sent.incrementAndGet();
                        window.leave(false);
                    },
                    givenUp::incrementAndGet);
        }
        assertThat(sent).hasValue(MOST);
        window.leave(false);
        assertThat(sent).hasValue(MOST + 100_000);
    }

    @Test
    void theyAreGivenUpIfNothingIsAnsweredForAsLongAsTheyMayWait() {
        Window window = full(Duration.ofMillis(20));
        window.enter(sent::incrementAndGet, givenUp::incrementAndGet);
        eventually(Duration.ofSeconds(10), () -> assertThat(givenUp).hasValue(1));
        window.leave(true);
        window.enter(sent::incrementAndGet, givenUp::incrementAndGet);
        assertThat(sent).hasValue(MOST + 1);
    }

    @Test
    void oneThatCannotBeSentKeepsNothingFromThoseBehindIt() {
        Window window = full(Duration.ofHours(1));
        window.enter(
                () -> {
                    throw new StackOverflowError("as deep in a stack of the user's");
                },
                givenUp::incrementAndGet);
        window.enter(sent::incrementAndGet, givenUp::incrementAndGet);
        window.leave(true);
        assertThat(sent).hasValue(MOST + 1);
    }

    private Window full(Duration patience) {
        Window window = new Window(timers, patience);
        for (int index = 0; index < MOST; index++) {
            window.enter(sent::incrementAndGet, givenUp::incrementAndGet);
        }
        return window;
    }

    @AfterEach
    void close() {
        timers.close();
    }
}
