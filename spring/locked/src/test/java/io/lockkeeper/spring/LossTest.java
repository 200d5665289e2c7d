package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.LeaseLostException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The lock is taken away while the method runs. */
class LossTest {

    private final TestApplication application = TestApplication.of(Work.class, Around.class);
    private final Work work = application.get(Work.class);

    @AfterEach
    void stop() {
        application.close();
    }

    @Test
    void theCallThrowsWhenTheMethodHasEnded() {
        assertThatThrownBy(work::thrown).isInstanceOf(LeaseLostException.class);
        assertThat(work.runs()).isEqualTo(1);
    }

    @Test
    void whatTheMethodThrowsComesFirst() {
        assertThatThrownBy(work::fails)
                .hasMessage("own")
                .satisfies(own -> assertThat(own.getSuppressed()[0]).isInstanceOf(LeaseLostException.class));
    }

    @Test
    void theThreadIsInterruptedAndFreeAfterwards() {
        assertThatThrownBy(work::interrupted)
                .isInstanceOf(LeaseLostException.class)
                .satisfies(lost -> assertThat(lost.getSuppressed()[0]).isInstanceOf(InterruptedException.class));
        assertThatThrownBy(work::interruptedUnseen).isInstanceOf(LeaseLostException.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void theMethodAroundIsInterruptedByItsOwnLossThoughTheInnerOneMetThatInterrupt() {
        Around around = application.get(Around.class);
        assertThatThrownBy(() -> around.run(work)).isInstanceOf(LeaseLostException.class);
        assertThat(around.wasInterrupted()).isTrue();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void anIgnoredLossIsLogged() {
        try (LogCapture log = LogCapture.start()) {
            assertThat(work.ignored()).isEqualTo("done");
            assertThat(log.linesWith("ran in part without its lock")).hasSize(1);
        }
    }

    @Test
    void anInterruptedWaitRunsNoBody() {
        try (var theirs = application.takenByOthers("work")) {
            Thread.currentThread().interrupt();

            assertThatThrownBy(work::thrown)
                    .isInstanceOf(java.util.concurrent.CancellationException.class)
                    .hasMessageContaining("was interrupted while");
            assertThat(Thread.interrupted()).isTrue();
            assertThat(theirs.isHeld()).isTrue();
        }
        assertThat(work.runs()).isZero();
    }

    static class Work {
        private final MemoryLocks.Others others;
        private int runs;

        Work(MemoryLocks.Others others) {
            this.others = others;
        }

        public int runs() {
            return runs;
        }

        private void lose() {
            runs++;
            others.client().forceRelease().orElseThrow().forceRelease("work");
            CurrentLease.get().verify();
            Until.isTrue(() -> !CurrentLease.get().isHeld());
        }

        @Locked("work")
        public void thrown() {
            lose();
        }

        @Locked("work")
        public void fails() {
            lose();
            throw new IllegalStateException("own");
        }

        @Locked(name = "work", onLoss = OnLoss.INTERRUPT)
        public void interrupted() throws InterruptedException {
            others.client().forceRelease().orElseThrow().forceRelease("work");
            CurrentLease.get().verify();
            new CountDownLatch(1).await();
        }

        @Locked(name = "work", onLoss = OnLoss.INTERRUPT)
        public void interruptedInside(String around) throws InterruptedException {
            others.client().forceRelease().orElseThrow().forceRelease(around);
            CurrentLease.get(around).verify();
            Until.isTrue(Thread::interrupted);
            lose();
            new CountDownLatch(1).await();
        }

        @Locked(name = "work", onLoss = OnLoss.INTERRUPT)
        public void interruptedUnseen() {
            lose();
        }

        @Locked(name = "work", onLoss = OnLoss.IGNORE)
        public String ignored() {
            lose();
            return "done";
        }
    }

    static class Around {
        private boolean interrupted;

        public boolean wasInterrupted() {
            return interrupted;
        }

        @Locked(name = "around", onLoss = OnLoss.INTERRUPT)
        public void run(Work work) throws InterruptedException {
            try {
                work.interruptedInside("around");
            } catch (LeaseLostException inner) {
                interrupted = Thread.currentThread().isInterrupted();
            }
        }
    }
}
