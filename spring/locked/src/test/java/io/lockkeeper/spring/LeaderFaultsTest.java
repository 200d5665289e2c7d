package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import reactor.core.publisher.Flux;

/** What the code of an application does wrong, or at a bad time, does not keep others from learning that a lead has ended. */
@Timeout(120)
class LeaderFaultsTest {

    private final ExecutorService pool = Executors.newSingleThreadExecutor();

    @AfterEach
    void close() {
        pool.shutdownNow();
    }

    @Test
    void subscribers_that_throw_or_block_when_they_are_cancelled_hold_up_neither_others_nor_listeners() {
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger cancelled = new AtomicInteger();
        TestApplication application = Leading.application(Streams.class, LeadershipEventsTest.Journal.class);
        try (application) {
            Streams streams = application.get(Streams.class);
            LeadershipEventsTest.Journal journal = application.get(LeadershipEventsTest.Journal.class);
            Until.isTrue(() -> journal.lines.size() == 1);
            for (int round = 0; round < 4; round++) {
                streams.endless().subscribe(none -> {}, failure -> cancelled.incrementAndGet());
                streams.endless().subscribe(none -> {}, failure -> {
                    throw new IllegalStateException("thrown by a subscriber");
                });
                streams.endless().subscribe(none -> {}, failure -> await(never));
            }
            Leading.overthrow(application, "streams").close();
            Until.isTrue(() -> cancelled.get() == 4);
            Until.isTrue(() -> journal.lines.size() == 3); // Revoked, and granted again.
            streams.endless().subscribe(none -> {}, failure -> {
                throw new IllegalStateException("thrown by a subscriber");
            });
            streams.endless().subscribe(none -> {}, failure -> await(never));
            application.context().stop();
            assertThat(journal.lines).hasSize(4);
        } finally {
            never.countDown();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void a_listener_that_is_added_while_others_are_told_does_not_keep_these_from_being_told() {
        try (TestApplication application =
                Leading.application(OnlyLeaderTest.Work.class, Adding.class, LeadershipEventsTest.Journal.class)) {
            LeadershipEventsTest.Journal journal = application.get(LeadershipEventsTest.Journal.class);
            Leading.await(application, "work");
            Until.isTrue(() -> application.get(Adding.class).added);
            Until.isTrue(() -> journal.lines.size() == 1);
        }
    }

    @Test
    void the_interrupt_of_one_listener_does_not_meet_those_that_are_told_while_it_stops_the_context() throws Exception {
        TestApplication application = Leading.application(OnlyLeaderTest.Work.class, StopsWhenInterrupted.class);
        StopsWhenInterrupted stops = application.get(StopsWhenInterrupted.class);
        Until.isTrue(() -> stops.granted);
        Leading.overthrow(application, "work").close();
        stops.stopped.await();
        assertThat(stops.seen).containsExactly("revoked", "interrupted when it stopped");
        application.close();
    }

    @Test
    void a_call_that_stops_another_context_still_is_its_own_leads() throws Exception {
        try (TestApplication application = Leading.application(Runs.class);
                AnnotationConfigApplicationContext child = new AnnotationConfigApplicationContext()) {
            child.setParent(application.context());
            child.register(LeadershipEventsTest.ChildWork.class);
            child.refresh();
            Runs runs = application.get(Runs.class);
            Leading.await(application, "runs");
            CountDownLatch childStopped = new CountDownLatch(1);
            Future<?> interrupted = pool.submit(() -> {
                runs.run(() -> {
                    child.stop();
                    childStopped.countDown();
                    Until.isTrue(() -> Thread.currentThread().isInterrupted());
                });
            });
            childStopped.await();
            Leading.overthrow(application, "runs").close();
            interrupted.get(60, TimeUnit.SECONDS);
        }
    }

    static class Streams {
        @OnlyLeader("streams")
        Flux<String> endless() {
            return Flux.never();
        }
    }

    /** Adds a listener while the listeners are looked at, as a bean that is made late does. */
    static class Adding implements ApplicationListener<PayloadApplicationEvent<String>> {
        private final ConfigurableApplicationContext context;
        volatile boolean added;

        Adding(ConfigurableApplicationContext context) {
            this.context = context;
        }

        @Override
        public void onApplicationEvent(PayloadApplicationEvent<String> event) {}

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            if (Thread.currentThread().getName().startsWith("lockkeeper-leader-") && !added) {
                added = true;
                context.addApplicationListener(event -> {});
            }
            return 1;
        }
    }

    static class StopsWhenInterrupted {
        private final ConfigurableApplicationContext context;
        final List<String> seen = new CopyOnWriteArrayList<>();
        final CountDownLatch stopped = new CountDownLatch(1);
        volatile boolean granted;

        StopsWhenInterrupted(ConfigurableApplicationContext context) {
            this.context = context;
        }

        @EventListener
        @Order(Ordered.LOWEST_PRECEDENCE)
        void granted(LeadershipGranted event) {
            granted = true;
            await(new CountDownLatch(1));
            context.stop();
            seen.add(Thread.interrupted() ? "interrupted when it stopped" : "not interrupted when it stopped");
            stopped.countDown();
        }

        @EventListener
        void revoked(LeadershipRevoked event) {
            seen.add(Thread.currentThread().isInterrupted() ? "revoked, interrupted" : "revoked");
        }
    }

    static class Runs {
        @OnlyLeader("runs")
        public void run(Runnable step) {
            step.run();
        }
    }
}
