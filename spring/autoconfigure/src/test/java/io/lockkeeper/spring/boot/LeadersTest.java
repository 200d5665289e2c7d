package io.lockkeeper.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.ClientClosedException;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.servers.Await;
import io.lockkeeper.spring.LeaderElections;
import io.lockkeeper.spring.LeadershipGranted;
import io.lockkeeper.spring.LeadershipRevoked;
import io.lockkeeper.spring.OnlyLeader;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

/** Leaders, who leave before anything else stops. */
class LeadersTest {

    private static final Duration LONG = Duration.ofSeconds(20);

    @Test
    void a_leader_leaves_while_all_that_it_uses_still_runs() {
        Boots.runner()
                .withPropertyValues("lockkeeper.store=memory:leaders", "lockkeeper.shutdown-timeout=1m")
                .withUserConfiguration(Led.class)
                .run(context -> {
                    awaitLead(context);
                    Led led = context.getBean(Led.class);
                    Await.until("the news of it", LONG, () -> led.granted);
                    List<String> seen = led.seen;
                    context.close();
                    assertThat(seen).containsExactly("revoked: locks open", "server: locks open, no leader");
                });
    }

    @Test
    void a_context_that_is_started_again_stands_again() {
        Boots.runner()
                .withPropertyValues("lockkeeper.store=memory:leaders-again")
                .withUserConfiguration(Led.class)
                .run(context -> {
                    for (int round = 0; round < 3; round++) {
                        awaitLead(context);
                        context.stop();
                        assertThat(context.getBean(LeaderElections.class).isLeader("jobs"))
                                .isFalse();
                        context.start();
                    }
                    awaitLead(context);
                });
    }

    private static void awaitLead(ApplicationContext context) {
        LeaderElections elections = context.getBean(LeaderElections.class);
        Await.until("a leader", LONG, () -> elections.isLeader("jobs"));
        Jobs jobs = context.getBean(Jobs.class);
        int before = jobs.runs();
        Await.until("the leader's job", LONG, () -> {
            jobs.run();
            return jobs.runs() > before;
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class Led {
        final List<String> seen = new CopyOnWriteArrayList<>();
        volatile boolean granted;
        private final LockClient client;

        Led(LockClient client) {
            this.client = client;
        }

        @Bean
        Jobs jobs() {
            return new Jobs();
        }

        @Bean
        SmartLifecycle server() {
            return new Server(client, seen);
        }

        @EventListener
        void granted(LeadershipGranted event) {
            granted = true;
        }

        @EventListener
        void revoked(LeadershipRevoked event) {
            seen.add("revoked: locks " + state(client));
        }
    }

    static class Jobs {
        private final AtomicInteger runs = new AtomicInteger();

        public int runs() {
            return runs.get();
        }

        @OnlyLeader("jobs")
        public void run() {
            runs.incrementAndGet();
        }
    }

    /** In the phase of a web server. */
    record Server(LockClient client, List<String> seen) implements SmartLifecycle {
        @Override
        public void start() {}

        @Override
        public void stop() {
            String leader = client.lock("jobs").isLocked() ? "leader" : "no leader";
            seen.add("server: locks " + state(client) + ", " + leader);
        }

        @Override
        public boolean isRunning() {
            return true;
        }

        @Override
        public int getPhase() {
            return SmartLifecycle.DEFAULT_PHASE - 1024;
        }
    }

    private static String state(LockClient client) {
        try {
            client.lock("a").tryAcquire().ifPresent(Lease::close);
            return "open";
        } catch (ClientClosedException closed) {
            return "closed";
        }
    }
}
