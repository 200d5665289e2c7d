package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Futures of nested calls, whose work goes on when the calls around them have returned. */
class NestedFutureTest {

    private final TestApplication application = TestApplication.of(Outer.class, Middle.class, Inner.class);
    private final Outer outer = application.get(Outer.class);
    private final CompletableFuture<String> work = new CompletableFuture<>();

    @AfterEach
    void stop() {
        application.close();
    }

    @Test
    void workThatWasBegunUnderAnotherLockKeepsTheLockThatItEntered() {
        assertThat(outer.behindAnother(work).get(0)).isNotDone();

        assertThat(application.isHeld("a")).isTrue();
        assertThat(application.isHeld("b")).isFalse();
        work.complete("done");
        Until.isTrue(() -> !application.isHeld("a"));
    }

    @Test
    void workThatWasBegunByWorkThatIsDoneKeepsTheLock() {
        CompletableFuture<String> middle = new CompletableFuture<>();
        CompletableFuture<String> answer = outer.behindFuture(middle, work).get(0);
        middle.complete("done");

        assertThat(answer.join()).isEqualTo("done");
        assertThat(application.isHeld("a")).isTrue();
        work.complete("done");
        Until.isTrue(() -> !application.isHeld("a"));
    }

    @Test
    void aCallerThatDoesNotWaitForTheAnswerDoesNotReleaseTheLock() {
        assertThat(outer.begin(work).get(0).complete("no longer of interest")).isTrue();

        assertThat(application.isHeld("a")).isTrue();
        work.complete("done");
        Until.isTrue(() -> !application.isHeld("a"));
    }

    @Test
    void aLossIsToldByTheFutureOfTheOuterCallToo() {
        CompletableFuture<String> answer = outer.passedOn(work);
        lose();
        work.complete("done");

        assertThatThrownBy(answer::join).hasCauseInstanceOf(LeaseLostException.class);
    }

    @Test
    void aLossThatTheCallerDoesNotWaitForIsLogged() {
        try (LogCapture log = LogCapture.start()) {
            assertThat(outer.own(work).complete("no longer of interest")).isTrue();
            lose();
            work.complete("done");

            Until.isTrue(() -> log.linesWith("own(java.util.concurrent.CompletableFuture) ran in part")
                            .size()
                    == 1);
        }
    }

    @Test
    void aLossIsToldByWorkThatOutlivesTheOuterCall() {
        CompletableFuture<String> answer = outer.begin(work).get(0);
        lose();
        work.complete("done");

        assertThatThrownBy(answer::join).hasCauseInstanceOf(LeaseLostException.class);
    }

    @Test
    void anOuterCallTellsItsLossThoughWorkGoesOn() {
        assertThatThrownBy(() -> outer.beginAndLose(work, this)).isInstanceOf(LeaseLostException.class);
    }

    @Test
    void aThreadIsNotInterruptedForWorkThatItHasLeft() {
        assertThat(outer.beginInterruptible(work)).hasSize(1);
        CountDownLatch told = new CountDownLatch(1);
        outer.lease().onLost(loss -> told.countDown());
        lose();
        Until.isTrue(() -> told.getCount() == 0);

        assertThat(Thread.interrupted()).isFalse();
    }

    private void lose() {
        application.others().forceRelease().orElseThrow().forceRelease("a");
        outer.lease().verify();
        Until.isTrue(() -> !outer.lease().isHeld());
    }

    static class Outer {
        private final Middle middle;
        private final Inner inner;
        private volatile Optional<Lease> lease = Optional.empty();

        Outer(Middle middle, Inner inner) {
            this.middle = middle;
            this.inner = inner;
        }

        public Lease lease() {
            return lease.orElseThrow();
        }

        @Locked("a")
        public List<CompletableFuture<String>> behindAnother(CompletableFuture<String> work) {
            return middle.another(work);
        }

        @Locked("a")
        public List<CompletableFuture<String>> behindFuture(
                CompletableFuture<String> answer, CompletableFuture<String> work) {
            return List.of(middle.same(answer, work));
        }

        @Locked("a")
        public List<CompletableFuture<String>> begin(CompletableFuture<String> work) {
            lease = CurrentLease.find();
            return List.of(inner.later(work));
        }

        @Locked("a")
        public List<CompletableFuture<String>> beginAndLose(CompletableFuture<String> work, NestedFutureTest test) {
            lease = CurrentLease.find();
            List<CompletableFuture<String>> begun = List.of(inner.later(work));
            test.lose();
            return begun;
        }

        @Locked(name = "a", onLoss = OnLoss.INTERRUPT)
        public List<CompletableFuture<String>> beginInterruptible(CompletableFuture<String> work) {
            lease = CurrentLease.find();
            return List.of(inner.later(work));
        }

        @Locked("a")
        public CompletableFuture<String> own(CompletableFuture<String> work) {
            lease = CurrentLease.find();
            return work;
        }

        @Locked("a")
        public CompletableFuture<String> passedOn(CompletableFuture<String> work) {
            lease = CurrentLease.find();
            return inner.later(work);
        }
    }

    static class Middle {
        private final Inner inner;

        Middle(Inner inner) {
            this.inner = inner;
        }

        @Locked("b")
        public List<CompletableFuture<String>> another(CompletableFuture<String> work) {
            return List.of(inner.later(work));
        }

        @Locked(name = "a", maxWait = "20s")
        public CompletableFuture<String> same(CompletableFuture<String> answer, CompletableFuture<String> work) {
            assertThat(inner.later(work)).isNotDone();
            return answer;
        }
    }

    static class Inner {
        @Locked(name = "a", maxWait = "20s")
        public CompletableFuture<String> later(CompletableFuture<String> work) {
            return work;
        }
    }
}
