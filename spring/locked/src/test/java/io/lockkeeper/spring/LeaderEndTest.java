package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.EventListener;

/** What happens to calls when the lead ends, by a loss and by the end of the context. */
@Timeout(60)
class LeaderEndTest {

    private final ExecutorService pool = Executors.newSingleThreadExecutor();

    @AfterEach
    void close() {
        pool.shutdownNow();
    }

    @Test
    void a_loss_interrupts_the_thread_of_a_call_and_the_next_task_of_the_thread_knows_nothing_of_it() throws Exception {
        try (TestApplication application = Leading.application(Tasks.class, Seen.class)) {
            Tasks tasks = application.get(Tasks.class);
            Seen seen = application.get(Seen.class);
            Leading.await(application, "tasks");
            Future<?> unseen = pool.submit(() -> {
                tasks.busy();
                return Thread.currentThread().isInterrupted();
            });
            seen.begun.await();
            Leading.overthrow(application, "tasks").close();
            assertThat(unseen.get(30, TimeUnit.SECONDS)).isEqualTo(false);
            assertThat(seen.interrupted).isTrue();
        }
    }

    @Test
    void an_interrupt_of_somebody_else_stays() throws Exception {
        try (TestApplication application = Leading.application(Tasks.class, Seen.class)) {
            Tasks tasks = application.get(Tasks.class);
            Seen seen = application.get(Seen.class);
            Leading.await(application, "tasks");
            Future<?> flagged = pool.submit(() -> {
                Thread.currentThread().interrupt();
                tasks.untilNobodyLeads();
                return Thread.currentThread().isInterrupted();
            });
            seen.begun.await();
            Leading.overthrow(application, "tasks").close();
            assertThat(flagged.get(30, TimeUnit.SECONDS)).isEqualTo(true);
        }
    }

    @Test
    void an_interrupt_of_somebody_else_stays_although_the_method_waits_for_a_lock_which_hides_it() throws Exception {
        try (TestApplication application = Leading.application(Tasks.class, Seen.class)) {
            Tasks tasks = application.get(Tasks.class);
            Seen seen = application.get(Seen.class);
            Leading.await(application, "tasks");
            Future<?> flagged = pool.submit(() -> {
                Thread.currentThread().interrupt();
                tasks.throughTheGate();
                return Thread.currentThread().isInterrupted();
            });
            Until.isTrue(seen.gate::hasQueuedThreads);
            Leading.overthrow(application, "tasks").close();
            Until.isTrue(() -> !application.get(LeaderElections.class).isLeader("tasks"));
            seen.gate.release();
            assertThat(flagged.get(30, TimeUnit.SECONDS)).isEqualTo(true);
        }
    }

    @Test
    void a_call_that_is_not_to_be_interrupted_is_not() throws Exception {
        try (TestApplication application = Leading.application(Tasks.class, Seen.class)) {
            Tasks tasks = application.get(Tasks.class);
            Seen seen = application.get(Seen.class);
            Leading.await(application, "tasks");
            Future<?> flagged = pool.submit(() -> {
                tasks.leftAlone();
                return Thread.currentThread().isInterrupted();
            });
            seen.begun.await();
            Leading.overthrow(application, "tasks").close();
            assertThat(flagged.get(30, TimeUnit.SECONDS)).isEqualTo(false);
            assertThat(seen.interrupted).isFalse();
        }
    }

    @Test
    void the_end_of_the_context_interrupts_calls_and_releases_the_lock_when_they_have_ended() throws Exception {
        TestApplication application = Leading.application(Tasks.class, Seen.class);
        Tasks tasks = application.get(Tasks.class);
        Seen seen = application.get(Seen.class);
        Leading.await(application, "tasks");
        Future<?> running = pool.submit(tasks::busy);
        seen.begun.await();
        application.close();
        assertThat(running.isDone() || seen.interrupted).isTrue();
        assertThat(seen.heldAtEnd).isTrue();
        running.get(30, TimeUnit.SECONDS);
    }

    @Test
    void a_context_that_is_stopped_and_started_stands_again() {
        try (TestApplication application = Leading.application(Tasks.class, Seen.class)) {
            Leading.await(application, "tasks");
            application.context().stop();
            assertThat(application.isHeld("tasks")).isFalse();
            assertThat(application.get(LeaderElections.class).isLeader("tasks")).isFalse();
            application.context().start();
            Leading.await(application, "tasks");
        }
    }

    @Test
    void beans_that_are_destroyed_without_having_been_stopped_do_not_lead_on() {
        TestApplication application = Leading.application(Tasks.class, Seen.class);
        Tasks tasks = application.get(Tasks.class);
        Leading.await(application, "tasks");
        ConfigurableListableBeanFactory beans = application.context().getBeanFactory();
        beans.destroyBean(
                "io.lockkeeper.spring.leaderElections", beans.getSingleton("io.lockkeeper.spring.leaderElections"));
        assertThat(application.isHeld("tasks")).isFalse();
        assertThat(tasks.whoami()).isNull();
        application.close();
    }

    @Test
    void a_leader_may_close_the_context_from_its_method() {
        TestApplication application = Leading.application(Tasks.class, Seen.class);
        Tasks tasks = application.get(Tasks.class);
        Seen seen = application.get(Seen.class);
        Leading.await(application, "tasks");
        long begin = System.nanoTime();
        tasks.closeContext();
        assertThat(seen.interrupted).isFalse();
        assertThat(application.context().isActive()).isFalse();
        assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(25));
    }

    @Test
    void a_listener_may_close_the_context_when_the_lead_is_granted() throws Exception {
        closedBy(ClosesWhenGranted.class);
    }

    @Test
    void a_listener_may_close_the_context_when_the_lead_is_revoked() throws Exception {
        closedBy(ClosesWhenRevoked.class);
    }

    private static void closedBy(Class<? extends Closes> listener) throws InterruptedException {
        TestApplication application = Leading.application(Tasks.class, Seen.class, listener);
        Closes closes = application.get(listener);
        if (listener == ClosesWhenRevoked.class) {
            Until.isTrue(() -> closes.granted);
            Leading.overthrow(application, "tasks");
        }
        closes.done.await();
        assertThat(closes.interrupted).isFalse();
        assertThat(closes.revoked).isTrue();
        assertThat(application.context().isActive()).isFalse();
        assertThat(closes.nanos).isLessThan(TimeUnit.SECONDS.toNanos(3)); // Nobody waited in vain for somebody.
    }

    /** What the tasks have seen: fields of their own cannot be read through their proxy. */
    static class Seen {
        final CountDownLatch begun = new CountDownLatch(1);
        final Semaphore gate = new Semaphore(0);
        volatile boolean interrupted;
        volatile boolean heldAtEnd;
    }

    static class Tasks {
        private final Seen seen;
        private final ConfigurableApplicationContext context;
        private final LeaderElections elections;
        private final MemoryLocks.Others others;

        Tasks(Seen seen, ConfigurableApplicationContext context, LeaderElections elections, MemoryLocks.Others others) {
            this.seen = seen;
            this.context = context;
            this.elections = elections;
            this.others = others;
        }

        @OnlyLeader("tasks")
        Object whoami() {
            return CurrentTerm.get();
        }

        @OnlyLeader("tasks")
        public void busy() {
            seen.begun.countDown();
            Until.isTrue(() -> Thread.currentThread().isInterrupted());
            seen.interrupted = true;
            boolean flag = Thread.interrupted();
            seen.heldAtEnd = others.client().lock("tasks").isLocked();
            if (flag) {
                Thread.currentThread().interrupt(); // As good code does.
            }
        }

        @OnlyLeader("tasks")
        public void untilNobodyLeads() {
            seen.begun.countDown();
            Until.isTrue(() -> !CurrentTerm.get().isCurrent());
            seen.interrupted = Thread.currentThread().isInterrupted();
        }

        @OnlyLeader("tasks")
        public void throughTheGate() {
            seen.gate.acquireUninterruptibly();
        }

        @OnlyLeader(name = "tasks", interrupt = false)
        public void leftAlone() {
            seen.begun.countDown();
            Until.isTrue(() -> !elections.isLeader("tasks"));
            seen.interrupted = Thread.currentThread().isInterrupted();
        }

        @OnlyLeader("tasks")
        public void closeContext() {
            context.close();
            seen.interrupted = Thread.currentThread().isInterrupted();
        }
    }

    abstract static class Closes {
        final CountDownLatch done = new CountDownLatch(1);
        final ConfigurableApplicationContext context;
        volatile boolean granted;
        volatile boolean revoked;
        volatile boolean interrupted;
        volatile long nanos;

        Closes(ConfigurableApplicationContext context) {
            this.context = context;
        }

        void closeContext() {
            long begin = System.nanoTime();
            context.close();
            interrupted = Thread.currentThread().isInterrupted();
            nanos = System.nanoTime() - begin;
            done.countDown();
        }
    }

    static class ClosesWhenGranted extends Closes {
        ClosesWhenGranted(ConfigurableApplicationContext context) {
            super(context);
        }

        @EventListener
        void granted(LeadershipGranted event) {
            closeContext();
        }

        @EventListener
        void revoked(LeadershipRevoked event) {
            revoked = true;
        }
    }

    static class ClosesWhenRevoked extends Closes {
        ClosesWhenRevoked(ConfigurableApplicationContext context) {
            super(context);
        }

        @EventListener
        void granted(LeadershipGranted event) {
            granted = true;
        }

        @EventListener
        void revoked(LeadershipRevoked event) {
            revoked = true;
            closeContext();
        }
    }
}
