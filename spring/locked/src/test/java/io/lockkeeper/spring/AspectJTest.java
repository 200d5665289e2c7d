package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.Advised;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.EnableAspectJAutoProxy;
import org.springframework.retry.annotation.Backoff;
import org.springframework.retry.annotation.EnableRetry;
import org.springframework.retry.annotation.Retryable;

/** With the proxy creator of AspectJ's annotations in the context, which spring-retry brings, too. */
class AspectJTest {

    @Test
    void aBeanIsProxiedOnce() {
        try (TestApplication application = TestApplication.of(Aspects.class, Work.class)) {
            Work work = application.get(Work.class);

            assertThat(work.run()).containsExactly("work");
            assertThat(((Advised) work).getTargetSource().getTargetClass()).isEqualTo(Work.class);
        }
    }

    @Test
    void theLockIsHeldOverAllAttemptsOfSpringRetry() {
        try (TestApplication application = TestApplication.of(Retries.class, Retried.class)) {
            Retried retried = application.get(Retried.class);

            assertThat(retried.work()).isEqualTo("done");
            assertThat(retried.tokens()).hasSize(3);
            assertThat(retried.tokens().stream().distinct()).hasSize(1);
        }
    }

    @Test
    void springRetryWithASmallerOrderRetriesTheAcquisition() {
        try (TestApplication application = TestApplication.of(EarlyRetries.class, Retried.class)) {
            Retried retried = application.get(Retried.class);

            assertThat(retried.work()).isEqualTo("done");
            assertThat(retried.tokens()).hasSize(3).doesNotHaveDuplicates();
        }
    }

    @EnableAspectJAutoProxy
    @Configuration(proxyBeanMethods = false)
    static class Aspects {}

    static class Work {
        @Locked("work")
        public List<String> run() {
            return CurrentLease.all().stream().map(io.lockkeeper.Lease::name).toList();
        }
    }

    @EnableRetry
    @Configuration(proxyBeanMethods = false)
    static class Retries {}

    @EnableRetry(order = 0)
    @Configuration(proxyBeanMethods = false)
    static class EarlyRetries {}

    static class Retried {
        private final List<Long> tokens = new CopyOnWriteArrayList<>();

        public List<Long> tokens() {
            return tokens;
        }

        @Retryable(maxAttempts = 3, backoff = @Backoff(delay = 1))
        @Locked
        public String work() {
            tokens.add(CurrentLease.get().token());
            if (tokens.size() < 3) {
                throw new IllegalStateException("again");
            }
            return "done";
        }
    }
}
