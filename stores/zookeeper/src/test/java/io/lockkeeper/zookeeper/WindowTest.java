package io.lockkeeper.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Calls that wait for their turn get it, whatever becomes of those before them. */
class WindowTest {

    private final Window window = new Window();

    /** As many calls as may be under way at a time. */
    private List<CompletableFuture<String>> fill() {
        List<CompletableFuture<String>> underWay = new ArrayList<>();
        for (int time = 0; time < Window.MOST; time++) {
            CompletableFuture<String> other = new CompletableFuture<>();
            underWay.add(other);
            assertThat(window.enter(() -> other)).isNotCompleted();
        }
        return underWay;
    }

    private static CompletionStage<String> fail() {
        throw new StackOverflowError("as deep in a stack of the user's");
    }

    @Test
    void a_call_that_throws_does_not_stay_in_the_window() {
        for (int time = 0; time <= Window.MOST; time++) {
            assertThat(window.enter(WindowTest::fail)).isCompletedExceptionally();
        }
        assertThat(window.enter(() -> CompletableFuture.completedFuture("done")))
                .isCompletedWithValue("done");
    }

    @Test
    void a_call_that_throws_keeps_none_behind_it_in_the_window() {
        List<CompletableFuture<String>> underWay = fill();
        CompletionStage<String> failing = window.enter(WindowTest::fail);
        CompletionStage<String> next = window.enter(() -> CompletableFuture.completedFuture("done"));
        underWay.get(0).complete("");
        assertThat(failing).isCompletedExceptionally();
        assertThat(next).isCompletedWithValue("done");
    }

    /** As when there is no memory left. */
    @Test
    void a_call_that_throws_what_can_t_be_logged_keeps_none_behind_it_in_the_window() throws Exception {
        List<CompletableFuture<String>> underWay = fill();
        window.enter(() -> {
            throw new StackOverflowError() {
                @Override
                public void printStackTrace(PrintStream log) {
                    throw this;
                }
            };
        });
        CompletionStage<String> next = window.enter(() -> CompletableFuture.completedFuture("done"));
        try (LogCapture log = new LogCapture()) {
            underWay.get(0).complete("");
            assertThat(log.text()).contains("A call failed that waited for its turn.");
        }
        assertThat(next).isCompletedWithValue("done");
    }

    @Test
    void a_call_that_returns_nothing_keeps_none_behind_it_in_the_window() {
        List<CompletableFuture<String>> underWay = fill();
        CompletionStage<String> failing = window.enter(() -> null);
        CompletionStage<String> next = window.enter(() -> CompletableFuture.completedFuture("done"));
        underWay.get(0).complete("");
        assertThat(failing).isCompletedExceptionally();
        assertThat(next).isCompletedWithValue("done");
    }

    /** Else more and more would be under way at a time. */
    @Test
    void a_call_that_fails_twice_leaves_the_window_once() {
        List<CompletableFuture<String>> underWay = fill();
        CompletionStage<String> failing = window.enter(() -> new CompletableFuture<>() {
            @Override
            public CompletableFuture<String> whenComplete(BiConsumer<? super String, ? super Throwable> told) {
                told.accept(null, new StackOverflowError());
                throw new StackOverflowError();
            }
        });
        underWay.get(0).complete("");
        assertThat(failing).isCompletedExceptionally();
        CompletableFuture<String> last = new CompletableFuture<>();
        assertThat(window.enter(() -> last)).isNotCompleted();
        CompletionStage<String> next = window.enter(() -> CompletableFuture.completedFuture("done"));
        assertThat(next).isNotCompleted();
        last.complete("");
        assertThat(next).isCompletedWithValue("done");
    }
}
