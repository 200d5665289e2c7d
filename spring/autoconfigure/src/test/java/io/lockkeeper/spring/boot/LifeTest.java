package io.lockkeeper.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.ClientClosedException;
import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.MultiLock;
import io.lockkeeper.servers.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.BeansException;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ApplicationEventMulticaster;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.context.event.SimpleApplicationEventMulticaster;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

/** What happens to locks when an application stops, and when it is started again. */
class LifeTest {

    private static final Duration LONG = Duration.ofSeconds(20);

    @Test
    void holders_finish_before_the_client_closes() {
        Boots.runner()
                .withPropertyValues("lockkeeper.store=memory:finish", "lockkeeper.shutdown-timeout=1m")
                .run(context -> {
                    Lease lease = context.getBean(LockClient.class).lock("a").acquire();
                    CompletableFuture<Void> closed = CompletableFuture.runAsync(context::close);
                    LockClient client = client(context);
                    awaitStop(client);
                    assertThat(lease.isHeld()).isTrue();
                    assertThat(closed).isNotDone();
                    lease.close();
                    closed.get(20, TimeUnit.SECONDS);
                });
    }

    @Test
    void a_holder_that_takes_longer_loses_its_lock() {
        Boots.runner()
                .withPropertyValues("lockkeeper.store=memory:longer", "lockkeeper.shutdown-timeout=100ms")
                .run(context -> {
                    Lease lease = context.getBean(LockClient.class).lock("a").acquire();
                    context.close();
                    assertThat(lease.isHeld()).isFalse();
                    try (LockClient other = LockClient.connect("memory:longer")) {
                        assertThat(other.lock("a").tryAcquire()).isPresent();
                    }
                });
    }

    @Test
    void a_waiter_ends_when_the_application_stops() {
        Boots.runner()
                .withPropertyValues("lockkeeper.store=memory:waiter", "lockkeeper.shutdown-timeout=1m")
                .run(context -> {
                    DistributedLock lock = context.getBean(LockClient.class).lock("a");
                    Lease held = lock.acquire();
                    CompletableFuture<Lease> waiter = lock.acquireAsync().toCompletableFuture();
                    CompletableFuture<Void> closed = CompletableFuture.runAsync(context::close);
                    assertThatThrownBy(() -> waiter.get(20, TimeUnit.SECONDS))
                            .hasCauseInstanceOf(ClientClosedException.class);
                    held.close();
                    closed.get(20, TimeUnit.SECONDS);
                });
    }

    @Test
    void beans_that_are_destroyed_afterwards_may_release() {
        Boots.runner()
                .withPropertyValues("lockkeeper.store=memory:destroyed", "lockkeeper.shutdown-timeout=100ms")
                .withUserConfiguration(Keeper.class)
                .run(context -> {
                    Keeper keeper = context.getBean(Keeper.class);
                    context.close();
                    assertThat(keeper.failure).isNull();
                    assertThat(keeper.released).isTrue();
                });
    }

    @Test
    void what_serves_stops_before_the_locks_and_connections_after() {
        Boots.runner()
                .withPropertyValues("lockkeeper.store=memory:order")
                .withUserConfiguration(Order.class)
                .run(context -> {
                    List<String> seen = context.getBean(Order.class).seen;
                    context.close();
                    assertThat(seen)
                            .containsExactly("server: locks open", "listener: locks open", "connection: locks closed");
                });
    }

    @Test
    void a_context_that_is_started_again_has_locks_again() {
        Boots.runner()
                .withPropertyValues("lockkeeper.store=memory:again", "lockkeeper.stores.other.url=memory:other")
                .run(context -> {
                    LockClient client = context.getBean(LockClient.class);
                    DistributedLock kept = client.lock("a");
                    MultiLock several = client.all(List.of("b", "c"));
                    for (int round = 0; round < 3; round++) {
                        context.stop();
                        assertThatThrownBy(kept::tryAcquire).isInstanceOf(ClientClosedException.class);
                        context.start();
                        kept.acquire().close();
                        several.acquire().close();
                        assertThat(kept.tryLock()).isTrue();
                        kept.unlock();
                        client.lock("d").acquire().close();
                    }
                });
    }

    @Test
    void a_context_that_is_stopped_only_closes_its_clients_at_once_after_the_time() {
        Boots.runner()
                .withPropertyValues("lockkeeper.store=memory:paused", "lockkeeper.shutdown-timeout=100ms")
                .run(context -> {
                    Lease lease = context.getBean(LockClient.class).lock("a").acquire();
                    context.stop();
                    assertThat(lease.isHeld()).isFalse();
                    try (LockClient other = LockClient.connect("memory:paused")) {
                        other.lock("a").acquire().close();
                    }
                });
    }

    @Test
    void a_listener_that_hears_of_the_end_on_another_thread_does_no_harm() {
        Boots.runner()
                .withPropertyValues("lockkeeper.store=memory:late")
                .withUserConfiguration(AsyncEvents.class)
                .run(context -> {
                    CompletableFuture<String> heard = context.getBean(AsyncEvents.class).heard;
                    context.close();
                    assertThat(heard.get(20, TimeUnit.SECONDS)).isIn("acquired", "closed");
                });
    }

    @Test
    void clients_are_closed_if_the_application_fails_to_start() {
        Boots.runner()
                .withPropertyValues("lockkeeper.store=memory:failing")
                .withUserConfiguration(Failing.class)
                .run(context -> {
                    assertThat(context).hasFailed();
                    try (LockClient other = LockClient.connect("memory:failing")) {
                        assertThat(other.lock("a").tryAcquire()).isPresent();
                    }
                });
    }

    private static LockClient client(ConfigurableApplicationContext context) {
        return context.getBean(LockClient.class);
    }

    private static void awaitStop(LockClient client) {
        Await.until("the end of acquisitions", LONG, () -> {
            try {
                client.lock("other").tryAcquire().ifPresent(Lease::close);
                return false;
            } catch (ClientClosedException stopped) {
                return true;
            }
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class Keeper {
        volatile boolean released;
        volatile @Nullable Throwable failure;

        @Bean(destroyMethod = "run")
        Runnable keeper(LockClient client) throws InterruptedException {
            Lease lease = client.lock("a").acquire();
            return () -> {
                try {
                    lease.close();
                    released = true;
                } catch (RuntimeException unexpected) {
                    failure = unexpected;
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Order {
        final List<String> seen = new CopyOnWriteArrayList<>();

        @Bean
        SmartLifecycle server(LockClient client) {
            return new Part("server", SmartLifecycle.DEFAULT_PHASE - 1024, client, seen);
        }

        @Bean
        SmartLifecycle listener(LockClient client) {
            return new Part("listener", Integer.MAX_VALUE / 2, client, seen);
        }

        @Bean
        SmartLifecycle connection(LockClient client) {
            return new Part("connection", 0, client, seen);
        }
    }

    record Part(String name, int phase, LockClient client, List<String> seen) implements SmartLifecycle {
        @Override
        public void start() {}

        @Override
        public void stop() {
            try {
                client.lock("a").tryAcquire().ifPresent(Lease::close);
                seen.add(name + ": locks open");
            } catch (ClientClosedException closed) {
                seen.add(name + ": locks closed");
            }
        }

        @Override
        public boolean isRunning() {
            return true;
        }

        @Override
        public int getPhase() {
            return phase;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class AsyncEvents {
        final CompletableFuture<String> heard = new CompletableFuture<>();

        @Bean
        ApplicationEventMulticaster applicationEventMulticaster() {
            SimpleApplicationEventMulticaster multicaster = new SimpleApplicationEventMulticaster();
            multicaster.setTaskExecutor(new SimpleAsyncTaskExecutor());
            return multicaster;
        }

        @EventListener
        void closed(ContextClosedEvent event) {
            try {
                event.getApplicationContext()
                        .getBean(LockClient.class)
                        .lock("a")
                        .tryAcquire()
                        .ifPresent(Lease::close);
                heard.complete("acquired");
            } catch (ClientClosedException | BeansException | IllegalStateException closed) {
                heard.complete("closed");
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Failing {
        @Bean
        Runnable failing(LockClient client) throws InterruptedException {
            assertThat(client.lock("a").acquire().isHeld()).isTrue();
            throw new IllegalStateException("not today");
        }
    }
}
