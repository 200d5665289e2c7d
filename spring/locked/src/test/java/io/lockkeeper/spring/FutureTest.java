package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import reactor.core.publisher.Mono;

/** Methods whose work goes on after they have returned. */
class FutureTest {

    private final TestApplication application = TestApplication.of(Work.class, Asynchronous.class);
    private final Work work = application.get(Work.class);

    @AfterEach
    void stop() {
        application.close();
    }

    @Test
    void theLockIsHeldUntilTheStageIsCompleted() {
        CompletableFuture<String> source = new CompletableFuture<>();
        CompletableFuture<String> answer = work.future(source);

        assertThat(application.isHeld("work")).isTrue();
        source.complete("done");

        assertThat(answer.join()).isEqualTo("done");
        assertThat(application.isHeld("work")).isFalse();
    }

    @Test
    void theLockIsReleasedWhenTheStageFails() {
        CompletionStage<String> answer = work.stage(CompletableFuture.failedFuture(new IllegalStateException("own")));

        assertThatThrownBy(() -> answer.toCompletableFuture().get())
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseMessage("own");
        assertThat(application.isHeld("work")).isFalse();
    }

    @Test
    void whoCancelsTheAnswerCancelsTheWork() {
        CompletableFuture<String> source = new CompletableFuture<>();
        work.future(source).cancel(true);

        assertThat(source).isCancelled();
        Until.isTrue(() -> !application.isHeld("work"));
    }

    @Test
    void aStageThatCannotBeCancelledKeepsTheLock() {
        CompletableFuture<String> source = new CompletableFuture<>();
        CompletableFuture<String> answer =
                work.stage(source.minimalCompletionStage()).toCompletableFuture();

        assertThat(answer.cancel(true)).isTrue();
        assertThat(application.isHeld("work")).isTrue();
        source.complete("done");
        Until.isTrue(() -> !application.isHeld("work"));
    }

    @Test
    void aLossIsToldByTheStage() {
        CompletableFuture<String> source = new CompletableFuture<>();
        CompletableFuture<String> answer = work.future(source);
        application.others().forceRelease().orElseThrow().forceRelease("work");
        work.lease().verify();
        Until.isTrue(() -> !work.lease().isHeld());
        source.complete("done");

        assertThatThrownBy(answer::join).hasCauseInstanceOf(LeaseLostException.class);
    }

    @Test
    void aFutureThatTellsNobodyIsWaitedFor() throws Exception {
        FutureTask<String> task = new FutureTask<>(() -> application.isHeld("work") ? "held" : "free");
        new Thread(task).start();

        assertThat(work.plain(task).isDone()).isTrue();
        assertThat(application.isHeld("work")).isFalse();
    }

    @Test
    void workThatGoesOnIsNotHiddenInAnObject() {
        assertThat(work.hidden("done")).isEqualTo("done");
        assertThat(work.hidden(CompletableFuture.completedFuture("done"))).isNotNull();
        for (Object goesOn : List.of(new CompletableFuture<>(), Mono.just("later"), Stream.of("later"))) {
            assertThatThrownBy(() -> work.hidden(goesOn))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("its work goes on when the lock is released");
        }
        assertThat(application.isHeld("work")).isFalse();
    }

    @Test
    void aSkippedCallIsCompletedWithNothing() {
        try (Lease theirs = application.takenByOthers("work")) {
            assertThat(work.skipped().join()).isEmpty();
            assertThat(theirs.isHeld()).isTrue();
        }
        assertThat(work.skipped().join()).contains("done");
    }

    @Test
    void anAsynchronousMethodAcquiresItsLockOnItsOwnThread() {
        CompletableFuture<String> answer;
        try (Lease theirs = application.takenByOthers("async")) {
            answer = application.get(Asynchronous.class).run();

            assertThat(theirs.isHeld()).isTrue();
            assertThat(answer).isNotDone();
        }
        assertThat(answer.join())
                .startsWith("async on ")
                .doesNotContain(Thread.currentThread().getName());
    }

    static class Work {
        private volatile Optional<Lease> lease = Optional.empty();

        public Lease lease() {
            return lease.orElseThrow();
        }

        @Locked("work")
        public CompletableFuture<String> future(CompletableFuture<String> source) {
            lease = CurrentLease.find();
            return source;
        }

        @Locked("work")
        public CompletionStage<String> stage(CompletionStage<String> source) {
            return source;
        }

        @Locked("work")
        public <T> T hidden(T result) {
            return result;
        }

        @Locked("work")
        public Future<String> plain(Future<String> source) {
            return source;
        }

        @Locked(name = "work", whenBusy = WhenBusy.SKIP)
        public CompletableFuture<Optional<String>> skipped() {
            return CompletableFuture.completedFuture(Optional.of("done"));
        }
    }

    @EnableAsync
    static class Asynchronous {
        @Async
        @Locked("async")
        public CompletableFuture<String> run() {
            return CompletableFuture.completedFuture(
                    CurrentLease.get().name() + " on " + Thread.currentThread().getName());
        }
    }
}
