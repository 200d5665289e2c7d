package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Purpose;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.PriorityOrdered;

/** What cannot work stops the start, with a sentence. */
class RefusedTest {

    @Test
    void names() {
        refused(Empty.class, "the name is empty");
        refused(Blank.class, "the name is empty");
        refused(Result.class, "#result cannot be part of a name");
        refused(Unknown.class, "the method has no parameter #idd; there are: [a0, id, p0]");
        refused(UnknownInside.class, "the method has no parameter #idd");
        refused(Adjacent.class, "there is no ':' between two values in the name \"#a-#b\"");
        refused(Unclosed.class, "a '}' is missing");
        refused(Unparsable.class, "cannot be parsed");
        refused(Control.class, "control characters");
        refused(SeveralAtLeast.class, "atLeast is not possible with several names");
    }

    @Test
    void durations() {
        refused(NoUnit.class, "maxWait = \"10\" has no unit; write \"10s\" for seconds");
        refused(NoDuration.class, "lease = \"soon\" is not a duration");
        refused(TwoLeases.class, "lease and fixedLease exclude each other");
    }

    @Test
    void answersIfTheLockIsHeld() {
        refused(SkipInt.class, "whenBusy = SKIP is not possible, because the method returns a primitive int");
        refused(NoFallback.class, "there is no fallback method " + NoFallback.class.getName() + ".later(int)");
        refused(WrongFallback.class, "the fallback method later returns java.lang.String, not java.lang.Integer");
        refused(LockedFallback.class, "the fallback method later is @Locked itself");
    }

    @Test
    void methodsThatNoProxyReaches() {
        refused(Private.class, Private.class.getName() + ".work(): the method is private");
        refused(Static.class, "the method is static");
        refused(Final.class, "the method is final");
        refused(FinalClass.class, "the class is final and has no interface");
        refused(NotInInterface.class, "the bean is proxied by its interfaces, and none of them has the method");
    }

    @Test
    void methodsWhoseWorkCannotBeFollowed() {
        refused(Streaming.class, "a Stream does its work after the method returned");
        refused(Suspending.class, "suspend functions are not supported");
        refused(InterruptedFuture.class, "onLoss = INTERRUPT is not possible");
        refused(CheckedFuture.class, "checkCommit is not possible for a method that returns a CompletableFuture");
    }

    @Test
    void purposesThatTheStoreDoesNotServe() {
        assertThatThrownBy(() -> TestApplication.of(FixedCorrectness.class))
                .hasStackTraceContaining("WeakGuaranteeException");
    }

    @Test
    void beansThatWereMadeTooEarlyForAProxy() {
        assertThatThrownBy(() -> TestApplication.of(Early.class))
                .hasStackTraceContaining("has @Locked methods, but no proxy that acquires the locks");
    }

    @Test
    void callsWithinAClassAreWarnedOf() {
        try (LogCapture log = LogCapture.start();
                TestApplication application = TestApplication.of(SelfCaller.class, SelfKeeper.class)) {
            assertThat(application.get(SelfCaller.class)).isNotNull();
            assertThat(log.linesWith("calls the @Locked method work of its own object"))
                    .hasSize(1)
                    .allMatch(line -> line.contains("SelfCaller.twice"));
        }
    }

    private static void refused(Class<?> bean, String sentence) {
        assertThatThrownBy(() -> TestApplication.of(bean).close())
                .as(bean.getSimpleName())
                .hasStackTraceContaining(sentence);
    }

    static class Empty {
        @Locked("")
        public void work() {}
    }

    static class Blank {
        @Locked("${nothing: }")
        public void work() {}
    }

    static class Result {
        @Locked("#result.id")
        public String work() {
            return "";
        }
    }

    static class Unknown {
        @Locked("o:#idd")
        public void work(int id) {}
    }

    static class UnknownInside {
        @Locked("o:#{#id + #idd}")
        public void work(int id) {}
    }

    static class Adjacent {
        @Locked("#a-#b")
        public void work(String a, String b) {}
    }

    static class Unclosed {
        @Locked("#{1 + {2}")
        public void work() {}
    }

    static class Unparsable {
        @Locked("#{1 +}")
        public void work() {}
    }

    static class Control {
        @Locked("a\nb")
        public void work() {}
    }

    static class SeveralAtLeast {
        @Locked(
                name = {"a", "b"},
                atLeast = "1s")
        public void work() {}
    }

    static class NoUnit {
        @Locked(maxWait = "10")
        public void work() {}
    }

    static class NoDuration {
        @Locked(lease = "soon")
        public void work() {}
    }

    static class TwoLeases {
        @Locked(lease = "1m", fixedLease = "PT1M")
        public void work() {}
    }

    static class SkipInt {
        @Locked(whenBusy = WhenBusy.SKIP)
        public int work() {
            return 1;
        }
    }

    static class NoFallback {
        @Locked(fallback = "later")
        public void work(int id) {}
    }

    static class WrongFallback {
        @Locked(fallback = "later")
        public Integer work() {
            return 1;
        }

        String later() {
            return "";
        }
    }

    static class LockedFallback {
        @Locked(fallback = "later")
        public void work() {}

        @Locked
        void later() {}
    }

    static class Private {
        @Locked
        @SuppressWarnings("UnusedMethod")
        private void work() {}
    }

    static class Static {
        @Locked
        public static void work() {}
    }

    static class Final {
        @Locked
        public final void work() {}
    }

    static final class FinalClass {
        @Locked
        public void work() {}
    }

    static class NotInInterface implements Runnable {
        @Override
        public void run() {}

        @Locked
        public void work() {}
    }

    static class Streaming {
        @Locked
        public Stream<String> work() {
            return Stream.of();
        }
    }

    static class Suspending {
        @Locked
        public Object work(kotlin.coroutines.Continuation<String> continuation) {
            return continuation;
        }
    }

    static class InterruptedFuture {
        @Locked(onLoss = OnLoss.INTERRUPT)
        public CompletableFuture<String> work() {
            return new CompletableFuture<>();
        }
    }

    static class CheckedFuture {
        @Locked(checkCommit = true)
        public CompletableFuture<String> work() {
            return new CompletableFuture<>();
        }
    }

    static class FixedCorrectness {
        @Locked(fixedLease = "1m", purpose = Purpose.CORRECTNESS)
        public void work() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class Early {
        @Bean
        static First processor(SelfKeeper dependency) {
            return new First(dependency);
        }

        @Bean
        static SelfKeeper keeper() {
            return new SelfKeeper();
        }
    }

    /** Made before the proxy creator, and with it all that it depends on. */
    record First(SelfKeeper dependency) implements BeanPostProcessor, PriorityOrdered {
        @Override
        public int getOrder() {
            return 0;
        }
    }

    static class SelfCaller {
        @Locked
        public void work() {}

        public void twice() {
            work();
        }
    }

    static class SelfKeeper {
        protected SelfKeeper self = this;

        @Locked
        public void work() {}

        public void twice() {
            self.work();
        }
    }
}
