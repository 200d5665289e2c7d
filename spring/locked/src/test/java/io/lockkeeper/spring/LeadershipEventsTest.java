package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.LeaseLoss;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.context.event.SimpleApplicationEventMulticaster;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

class LeadershipEventsTest {

    @Test
    void listeners_hear_of_each_term_and_its_end_in_order() {
        try (TestApplication application = Leading.application(OnlyLeaderTest.Work.class, Journal.class)) {
            Journal journal = application.get(Journal.class);
            Until.isTrue(() -> journal.lines.size() == 1);
            Leading.overthrow(application, "work").close();
            Until.isTrue(() -> journal.lines.size() == 3);
            assertThat(journal.lines)
                    .isSortedAccordingTo((one, other) -> Long.compare(token(one), token(other)))
                    .extracting(line -> line.substring(0, line.indexOf(' ')))
                    .containsExactly("granted", "revoked", "granted");
            assertThat(journal.losses)
                    .singleElement()
                    .satisfies(loss -> assertThat(loss.name()).isEqualTo("work"));
            assertThat(journal.threads).allMatch(thread -> thread.equals("lockkeeper-leader-work"));
        }
    }

    private static long token(String line) {
        return Long.parseLong(line.substring(line.indexOf(' ') + 1));
    }

    @Test
    void nobody_leads_before_the_last_listener_for_the_refreshed_context_has_returned() {
        try (TestApplication application = Leading.application(OnlyLeaderTest.Work.class, Slow.class, Journal.class)) {
            Journal journal = application.get(Journal.class);
            Until.isTrue(() -> journal.lines.size() == 1);
            assertThat(application.get(Slow.class).heldAtItsEnd).isFalse();
        }
    }

    @Test
    void a_multicaster_with_an_executor_changes_neither_thread_nor_order() {
        try (TestApplication application =
                Leading.application(OnlyLeaderTest.Work.class, Journal.class, Asynchronous.class)) {
            Journal journal = application.get(Journal.class);
            Until.isTrue(() -> journal.lines.size() == 1);
            Leading.overthrow(application, "work").close();
            Until.isTrue(() -> journal.lines.size() == 3);
            assertThat(journal.threads).allMatch(thread -> thread.equals("lockkeeper-leader-work"));
        }
    }

    @Test
    void a_listener_that_throws_ends_neither_the_lead_nor_the_news() {
        try (TestApplication application =
                Leading.application(OnlyLeaderTest.Work.class, Throwing.class, Journal.class)) {
            Journal journal = application.get(Journal.class);
            Until.isTrue(() -> journal.lines.size() == 1);
            assertThat(application.get(OnlyLeaderTest.Work.class).token()).isNotNull();
            Leading.overthrow(application, "work").close();
            Until.isTrue(() -> journal.lines.size() == 3);
        }
    }

    @Test
    void a_listener_that_blocks_is_interrupted_by_the_end_of_the_lead() {
        try (TestApplication application = Leading.application(OnlyLeaderTest.Work.class, Blocking.class)) {
            Blocking blocking = application.get(Blocking.class);
            Until.isTrue(() -> blocking.granted.getCount() == 0);
            assertThat(application.get(OnlyLeaderTest.Work.class).token()).isNotNull();
            Leading.overthrow(application, "work").close();
            Until.isTrue(() -> blocking.revoked.getCount() == 0);
            Leading.await(application, "work");
        }
    }

    @Test
    void the_lock_is_released_after_the_listeners_have_heard_of_it() {
        TestApplication application = Leading.application(OnlyLeaderTest.Work.class, LockAtEnd.class);
        Leading.await(application, "work");
        LockAtEnd listener = application.get(LockAtEnd.class);
        Until.isTrue(() -> listener.granted);
        application.close();
        assertThat(listener.heldAtEnd).isTrue();
    }

    @Test
    void parents_do_not_hear_of_the_elections_of_their_children() {
        try (TestApplication parent = Leading.application(OnlyLeaderTest.Work.class, Journal.class);
                AnnotationConfigApplicationContext child = new AnnotationConfigApplicationContext()) {
            Journal ofParent = parent.get(Journal.class);
            child.setParent(parent.context());
            child.register(ChildWork.class, Journal.class);
            child.refresh();
            Journal ofChild = child.getBean(Journal.class);
            Until.isTrue(() -> ofChild.lines.size() == 1 && ofParent.lines.size() == 1);
            child.stop();
            assertThat(ofChild.lines).hasSize(2);
            assertThat(ofParent.lines).hasSize(1);
            assertThat(parent.held()).containsExactly("work");
        }
    }

    /** What was heard. */
    static class Journal {
        final List<String> lines = new CopyOnWriteArrayList<>();
        final List<String> threads = new CopyOnWriteArrayList<>();
        final List<LeaseLoss> losses = new CopyOnWriteArrayList<>();

        @EventListener
        void granted(LeadershipGranted event) {
            threads.add(Thread.currentThread().getName());
            lines.add("granted " + event.token());
        }

        @EventListener
        void revoked(LeadershipRevoked event) {
            threads.add(Thread.currentThread().getName());
            event.loss().ifPresent(losses::add);
            lines.add("revoked " + event.token());
        }
    }

    /** Comes last of those that say nothing of their order. */
    static class Slow implements ApplicationListener<ContextRefreshedEvent>, Ordered {
        private final io.lockkeeper.LockClient locks;
        volatile boolean heldAtItsEnd;

        Slow(io.lockkeeper.LockClient locks) {
            this.locks = locks;
        }

        @Override
        public void onApplicationEvent(ContextRefreshedEvent event) {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
            while (System.nanoTime() < end && !heldAtItsEnd) {
                heldAtItsEnd = locks.lock("work").isLocked();
            }
        }

        @Override
        public int getOrder() {
            return LOWEST_PRECEDENCE;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Asynchronous {
        @Bean(destroyMethod = "shutdownNow")
        ExecutorService events() {
            return Executors.newFixedThreadPool(4);
        }

        @Bean
        SimpleApplicationEventMulticaster applicationEventMulticaster(ExecutorService events) {
            SimpleApplicationEventMulticaster multicaster = new SimpleApplicationEventMulticaster();
            multicaster.setTaskExecutor(events);
            return multicaster;
        }
    }

    @Order(Ordered.HIGHEST_PRECEDENCE)
    static class Throwing {
        @EventListener
        @Order(Ordered.HIGHEST_PRECEDENCE)
        void granted(LeadershipGranted event) {
            throw new AssertionError("granted");
        }

        @EventListener
        @Order(Ordered.HIGHEST_PRECEDENCE)
        void revoked(LeadershipRevoked event) {
            throw new IllegalStateException("revoked");
        }
    }

    static class Blocking {
        final CountDownLatch granted = new CountDownLatch(1);
        final CountDownLatch revoked = new CountDownLatch(1);

        @EventListener
        void granted(LeadershipGranted event) throws InterruptedException {
            granted.countDown();
            new CountDownLatch(1).await();
        }

        @EventListener
        void revoked(LeadershipRevoked event) throws InterruptedException {
            Thread.sleep(0); // Throws if the interrupt is still there.
            revoked.countDown();
        }
    }

    static class LockAtEnd {
        private final MemoryLocks.Others others;
        volatile boolean granted;
        volatile boolean heldAtEnd;

        LockAtEnd(MemoryLocks.Others others) {
            this.others = others;
        }

        @EventListener(condition = "#event.name() == 'work'")
        void granted(LeadershipGranted event) {
            granted = true;
        }

        @EventListener
        void revoked(LeadershipRevoked event) {
            heldAtEnd = others.client().lock("work").isLocked() && event.loss().isEmpty();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableLocked
    static class ChildWork {
        @Bean
        Task task() {
            return new Task();
        }

        static class Task {
            @OnlyLeader("child")
            void run() {}
        }
    }
}
