package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.ConcurrencyLimit;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;

/** The lock and the resilience annotations of Spring 7. */
class ResilienceTest {

    @Test
    void eachAttemptAcquiresTheLock() {
        try (TestApplication application = TestApplication.of(Resilience.class, Retried.class)) {
            Retried retried = application.get(Retried.class);

            assertThat(retried.work()).isEqualTo("done");
            assertThat(retried.tokens()).hasSize(3);
            assertThat(retried.tokens().stream().distinct()).hasSize(3);
        }
    }

    @Test
    void whoWaitsForTheLockCountsForTheLimit() {
        try (TestApplication application = TestApplication.of(Resilience.class, Limited.class)) {
            assertThat(application.get(Limited.class).work()).isEqualTo("limit outside of the lock");
        }
    }

    @EnableResilientMethods
    @Configuration(proxyBeanMethods = false)
    static class Resilience {}

    static class Retried {
        private final List<Long> tokens = new CopyOnWriteArrayList<>();

        public List<Long> tokens() {
            return tokens;
        }

        @Retryable(maxRetries = 3, delay = 1)
        @Locked
        public String work() {
            tokens.add(CurrentLease.get().token());
            if (tokens.size() < 3) {
                throw new IllegalStateException("again");
            }
            return "done";
        }
    }

    static class Limited {
        @ConcurrencyLimit(1)
        @Locked
        public String work() {
            StackTraceElement[] stack = new Throwable().getStackTrace();
            int lock = index(stack, LockedInterceptor.class.getName());
            int limit = index(stack, "org.springframework.aop.interceptor.ConcurrencyThrottleInterceptor");
            return limit > lock ? "limit outside of the lock" : "lock outside of the limit";
        }

        private static int index(StackTraceElement[] stack, String type) {
            for (int index = 0; index < stack.length; index++) {
                if (stack[index].getClassName().equals(type)) {
                    return index;
                }
            }
            return -1;
        }
    }
}
