package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.LockClient;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;

/** Beans that are called by generic interfaces, beans of generated classes, and beans in circles. */
class BeanKindsTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    @Test
    void aCallByAGenericInterfaceAcquiresTheLockWithClassProxiesToo() {
        try (TestApplication application = TestApplication.of(ClassProxies.class, TextHandler.class)) {
            TextHandler own = application.get(TextHandler.class);
            Handler<String, List<String>> generic = own;

            assertThat(own.handle("x")).containsExactly("text:x");
            assertThat(generic.handle("x")).containsExactly("text:x");
        }
    }

    @Test
    void aGenericInterfaceMayStandForAMono() {
        try (TestApplication application = TestApplication.of(MonoHandler.class);
                TestApplication classes = TestApplication.of(ClassProxies.class, MonoHandler.class)) {
            assertThat(handled(application)).isEqualTo("mono:x");
            assertThat(handled(classes)).isEqualTo("mono:x");
        }
    }

    @SuppressWarnings("unchecked")
    private static String handled(TestApplication application) {
        Handler<String, Mono<String>> handler = application.get(Handler.class);
        return String.valueOf(handler.handle("x").block(LONG));
    }

    @Test
    void locksOfGeneratedClassesAreNamedByTheirInterfaces() {
        try (TestApplication application = TestApplication.of(Generated.class)) {
            assertThat(application.get(Repository.class).find())
                    .containsExactly(Repository.class.getName() + ".find()");
            assertThat(application.get(Repository.class).find(3)).containsExactly("order:3");
            assertThat(application.get(Task.class).run()).containsExactly(Task.class.getName() + ".run()");
        }
    }

    @Test
    void anAnnotatedClassMayHaveStaticMethods() {
        try (TestApplication application = TestApplication.of(WithStatic.class)) {
            assertThat(application.get(WithStatic.class).work()).containsExactly("static");
            assertThat(WithStatic.of()).isEqualTo("static");
        }
    }

    @Test
    void aBeanInACircleIsCheckedToo() {
        assertThatThrownBy(() -> TestApplication.of(First.class, Second.class).close())
                .hasStackTraceContaining("the method is final");
    }

    @Test
    void workThatBeginsLaterAndCannotBeFollowedStopsTheStart() {
        assertThatThrownBy(() -> TestApplication.of(Lazy.class).close())
                .hasStackTraceContaining("a Sequence does its work after the method returned");
    }

    interface Handler<T, R> {
        R handle(T what);
    }

    @EnableLocked(proxyTargetClass = true)
    @Configuration(proxyBeanMethods = false)
    static class ClassProxies {}

    static class TextHandler implements Handler<String, List<String>> {
        private final LockClient locks;

        TextHandler(LockClient locks) {
            this.locks = locks;
        }

        @Override
        @Locked("text:#what")
        public List<String> handle(String what) {
            return LockedTest.held(locks);
        }
    }

    static class MonoHandler implements Handler<String, Mono<String>> {
        @Override
        @Locked("mono:#what")
        public Mono<String> handle(String what) {
            return ReactiveLease.get().map(io.lockkeeper.Lease::name);
        }
    }

    interface Repository {
        @Locked
        List<String> find();

        @Locked("order:#id")
        List<String> find(long id);
    }

    interface Task {
        @Locked
        List<String> run();
    }

    @Configuration(proxyBeanMethods = false)
    static class Generated {
        @Bean
        Repository repository(LockClient locks) {
            return (Repository) Proxy.newProxyInstance(
                    Repository.class.getClassLoader(),
                    new Class<?>[] {Repository.class},
                    (proxy, method, arguments) -> method.getDeclaringClass() == Object.class
                            ? method.invoke(locks, arguments)
                            : LockedTest.held(locks));
        }

        @Bean
        Task task(LockClient locks) {
            return () -> LockedTest.held(locks);
        }
    }

    @Locked("static")
    static class WithStatic {
        private final LockClient locks;

        WithStatic(LockClient locks) {
            this.locks = locks;
        }

        public static String of() {
            return "static";
        }

        public List<String> work() {
            return LockedTest.held(locks);
        }
    }

    static class First {
        @Autowired
        void with(Second second) {
            assertThat(second).isNotNull();
        }

        @Locked
        public final void work() {}
    }

    static class Second {
        @Autowired
        void with(First first) {
            assertThat(first).isNotNull();
        }
    }

    static class Lazy {
        @Locked
        public kotlin.sequences.Sequence<String> work() {
            return new kotlin.sequences.Sequence<>() {};
        }
    }
}
