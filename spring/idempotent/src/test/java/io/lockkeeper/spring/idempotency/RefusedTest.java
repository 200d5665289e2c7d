package io.lockkeeper.spring.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.OnExpiry;
import io.lockkeeper.idempotency.Recovered;
import io.lockkeeper.idempotency.memory.MemoryIdempotency;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Flux;

/** What is wrong stops the start, with a sentence that says what would be right. */
class RefusedTest {

    @Test
    void keys() {
        refused(Keyless.class, "there is no key; write one");
        refused(Constant.class, "the key \"orders\" is the same for each call");
        refused(Unknown.class, "the method has no parameter #orderId");
        refused(Broken.class, "the expression \"#id +\" cannot be parsed");
        refused(Unset.class, "key = \"${nowhere}#id\" has no value");
    }

    @Test
    void options() {
        refused(Unitless.class, "lease = \"30\" has no unit");
        refused(TooShort.class, "The lease");
        refused(Functionless.class, "onExpiry = RECOVER needs a function");
        refused(Contradicting.class, "exclude each other");
        refused(Missing.class, "there is no recovery method");
        refused(OtherRecovery.class, "not Recovered<java.lang.String>");
    }

    @Test
    void results() {
        refused(Anything.class, "does not say what is stored");
        refused(Wild.class, "does not say what is stored");
        refused(Several.class, "a Flux cannot be stored");
        refused(Untold.class, "return a CompletionStage");
        refused(Streaming.class, "does its work after the method returned");
        refused(Abstract.class, "is abstract");
    }

    @Test
    void argumentsWithoutAFingerprint() {
        refused(Opaque.class, "there is no fingerprint of an argument of the class " + Thread.class.getName());
        refused(Inner.class, "there is no fingerprint of an argument of the class " + StringBuilder.class.getName());
    }

    @Test
    void methodsThatNoProxyReaches() {
        refused(Private.class, "the method is private");
        refused(Final.class, "the method is final");
        refused(FinalClass.class, "the class is final");
    }

    @Test
    void stores() {
        Throwable none = catchThrowable(() ->
                TestApplication.start(Map.of(), Enabled.class, Right.class).close());
        assertThat(none).hasStackTraceContaining("there is no Idempotency bean");
        refused(Elsewhere.class, "with the qualifier or the name \"elsewhere\"");
        Throwable several = catchThrowable(
                () -> TestApplication.of(Second.class, Right.class).close());
        assertThat(several).hasStackTraceContaining("there are several Idempotency beans");
        Throwable codecless =
                catchThrowable(() -> TestApplication.start(Map.of(), Enabled.class, Only.class, NoCodec.class)
                        .close());
        assertThat(codecless).hasStackTraceContaining("there is no codec for the return type");
    }

    private static void refused(Class<?> bean, String sentence) {
        assertThat(catchThrowable(() -> TestApplication.of(bean).close()))
                .hasStackTraceContaining("@Idempotent on " + bean.getName())
                .hasStackTraceContaining(sentence);
    }

    static class Keyless {
        @Idempotent
        public void run(String id) {}
    }

    static class Constant {
        @Idempotent("orders")
        public void run(String id) {}
    }

    static class Unknown {
        @Idempotent("#orderId")
        public void run(String id) {}
    }

    static class Broken {
        @Idempotent("#{#id +}")
        public void run(String id) {}
    }

    static class Unset {
        @Idempotent("${nowhere}#id")
        public void run(String id) {}
    }

    static class Unitless {
        @Idempotent(key = "#id", lease = "30")
        public void run(String id) {}
    }

    static class TooShort {
        @Idempotent(key = "#id", lease = "1ms")
        public void run(String id) {}
    }

    static class Functionless {
        @Idempotent(key = "#id", onExpiry = OnExpiry.RECOVER)
        public void run(String id) {}
    }

    static class Contradicting {
        @Idempotent(key = "#id", onExpiry = OnExpiry.HOLD, recovery = "found")
        public void run(String id) {}

        Recovered<Void> found(String id) {
            return new Recovered.Unknown<>();
        }
    }

    static class Missing {
        @Idempotent(key = "#id", recovery = "found")
        public void run(String id) {}
    }

    static class OtherRecovery {
        @Idempotent(key = "#id", recovery = "found")
        public String run(String id) {
            return id;
        }

        Recovered<Integer> found(String id) {
            return new Recovered.Unknown<>();
        }
    }

    static class Anything {
        @Idempotent("#id")
        public Object run(String id) {
            return id;
        }
    }

    static class Wild {
        @Idempotent("#id")
        public List<?> run(String id) {
            return List.of(id);
        }
    }

    static class Several {
        @Idempotent("#id")
        public Flux<String> run(String id) {
            return Flux.just(id);
        }
    }

    static class Untold {
        @Idempotent("#id")
        public Future<String> run(String id) {
            throw new UnsupportedOperationException(id);
        }
    }

    static class Streaming {
        @Idempotent("#id")
        public Stream<String> run(String id) {
            return Stream.of(id);
        }
    }

    static class Abstract {
        @Idempotent("#id")
        public Shape run(String id) {
            throw new UnsupportedOperationException(id);
        }
    }

    interface Shape {}

    static class Opaque {
        @Idempotent("#id")
        public void run(String id, Thread thread) {}
    }

    record Wrapping(List<StringBuilder> texts) {}

    static class Inner {
        @Idempotent("#id")
        public void run(String id, Wrapping wrapping) {}
    }

    @SuppressWarnings({"UnusedMethod", "UnusedVariable"}) // it is only looked at
    static class Private {
        @Idempotent("#id")
        private void run(String id) {}
    }

    static class Final {
        @Idempotent("#id")
        public final void run(String id) {}
    }

    static final class FinalClass {
        @Idempotent("#id")
        public void run(String id) {}
    }

    static class Right {
        @Idempotent("#id")
        public void run(String id) {}
    }

    static class Elsewhere {
        @Idempotent(key = "#id", store = "elsewhere")
        public void run(String id) {}
    }

    record Point(int x) {}

    static class NoCodec {
        @Idempotent("#id")
        public Point run(String id) {
            return new Point(1);
        }
    }

    @EnableIdempotent
    static class Enabled {}

    static class Only {
        @Bean
        Idempotency idempotency() {
            return MemoryIdempotency.create();
        }
    }

    static class Second {
        @Bean
        Idempotency second() {
            return MemoryIdempotency.create();
        }
    }
}
