package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Election;
import io.lockkeeper.LockClient;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.event.EventListener;

/** From when this process stands, and what of it is kept. */
@Timeout(120)
class LeaderStandingTest {

    @Test
    void a_process_that_leads_before_standing_has_returned_knows_that_it_leads() {
        try (TestApplication application =
                TestApplication.start(java.util.Map.of(), SlowToStand.class, OnlyLeaderTest.Work.class, Asks.class)) {
            Asks asks = application.get(Asks.class);
            Until.isTrue(() -> asks.done);
            assertThat(asks.leads).isTrue();
            assertThat(asks.token).isNotNull();
        }
    }

    @Test
    void beans_that_are_made_again_and_again_are_one_candidature() {
        try (TestApplication application = Leading.application(Often.class)) {
            ObjectProvider<Often> beans = application.context().getBeanProvider(Often.class);
            ElectionLifecycle elections = application.get(ElectionLifecycle.class);
            for (int round = 0; round < 5; round++) {
                assertThat(beans.getObject()).isNotNull();
                elections.stand("often");
            }
            Leading.await(application, "often");
            assertThat(elections.candidatures()).hasSize(1);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableLocked
    static class SlowToStand {
        @Bean
        LockClient locks(ObjectProvider<Asks> asks) {
            LockClient locks = LockClient.connect("memory:" + UUID.randomUUID());
            return wrap(
                    LockClient.class,
                    locks,
                    (method, result) -> result instanceof Election election
                            ? wrap(Election.class, election, (inner, candidacy) -> {
                                if (inner.getName().equals("stand")) {
                                    Until.isTrue(() -> asks.getObject().done);
                                }
                                return candidacy;
                            })
                            : result);
        }
    }

    /** What becomes of the result of a method. */
    private interface After {
        @Nullable
        Object result(Method method, @Nullable Object result);
    }

    private static <T> T wrap(Class<T> type, T wrapped, After after) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    try {
                        return method.getName().equals("equals")
                                ? proxy == arguments[0]
                                : after.result(method, method.invoke(wrapped, arguments));
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                }));
    }

    static class Asks {
        private final LeaderElections elections;
        private final OnlyLeaderTest.Work work;
        volatile boolean leads;
        volatile @Nullable Long token;
        volatile boolean done;

        Asks(LeaderElections elections, OnlyLeaderTest.Work work) {
            this.elections = elections;
            this.work = work;
        }

        @EventListener
        void granted(LeadershipGranted event) {
            leads = elections.isLeader("work");
            token = work.token();
            done = true;
        }
    }

    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    static class Often {
        @OnlyLeader("often")
        void run() {}

        @OnlyLeader("often")
        void runToo() {}
    }
}
