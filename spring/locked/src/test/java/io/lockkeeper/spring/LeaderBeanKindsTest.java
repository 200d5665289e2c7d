package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Term;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;
import reactor.core.publisher.Mono;

/** Methods of beans that factory beans make or that stand in circles, and those that return publishers. */
class LeaderBeanKindsTest {

    @Test
    void a_bean_that_a_factory_bean_makes_may_have_such_methods() {
        try (TestApplication application = Leading.application(Factory.class, User.class)) {
            Leading.await(application, "made");
            assertThat(application.get(User.class).made.token()).isNotNull();
        }
    }

    @Test
    void a_call_by_a_generic_interface_runs_under_the_lead_and_else_is_skipped() {
        for (Class<?> more : List.of(TextHandler.class, BeanKindsTest.ClassProxies.class)) {
            try (TestApplication application = Leading.application(TextHandler.class, more)) {
                @SuppressWarnings("unchecked")
                BeanKindsTest.Handler<String, String> handler = application.get(BeanKindsTest.Handler.class);
                Leading.await(application, "texts");
                assertThat(handler.handle("x")).isEqualTo("texts:x");
                application.context().stop();
                assertThat(handler.handle("x")).isNull();
            }
        }
    }

    @Test
    void a_generic_interface_may_stand_for_a_publisher() {
        for (Class<?> more : List.of(MonoHandler.class, BeanKindsTest.ClassProxies.class)) {
            try (TestApplication application = Leading.application(MonoHandler.class, more)) {
                Leading.await(application, "monos");
                @SuppressWarnings("unchecked")
                BeanKindsTest.Handler<String, Mono<String>> handler = application.get(BeanKindsTest.Handler.class);
                assertThat(handler.handle("x").block()).isEqualTo("monos:x");
            }
        }
    }

    @Test
    void work_that_goes_on_is_not_hidden_in_an_object() {
        try (TestApplication application = Leading.application(Hiding.class)) {
            Leading.await(application, "hidden");
            Hiding hiding = application.get(Hiding.class);
            assertThat(hiding.returns("done")).isEqualTo("done");
            assertThat(hiding.returns(CompletableFuture.completedFuture("done")))
                    .isNotNull();
            for (Object goesOn : List.of(Mono.just("later"), Stream.of("later"))) {
                assertThatThrownBy(() -> hiding.returns(goesOn))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("its work goes on");
            }
        }
    }

    @Test
    void a_bean_in_a_circle_is_checked_too() {
        assertThatThrownBy(() -> Leading.application(First.class, Second.class).close())
                .hasStackTraceContaining("the method is final");
    }

    @Test
    void a_bean_that_is_made_before_the_proxies_is_refused() {
        assertThatThrownBy(() -> Leading.application(Early.class, Made.class).close())
                .hasStackTraceContaining("no proxy that can skip them");
    }

    @Test
    void a_method_that_returns_a_publisher_knows_the_current_term() {
        try (TestApplication application = Leading.application(Reactive.class)) {
            Leading.await(application, "reactive");
            Mono<Long> token = application.get(Reactive.class).token();
            assertThat(token.block()).isPositive();
            assertThat(CurrentTerm.find()).isEmpty();
        }
    }

    static class Made {
        @OnlyLeader("made")
        @Nullable
        Long token() {
            return CurrentTerm.get().token();
        }
    }

    static class Factory implements FactoryBean<Made> {
        @Override
        public Made getObject() {
            return new Made();
        }

        @Override
        public Class<?> getObjectType() {
            return Made.class;
        }
    }

    static class User {
        final Made made;

        User(Made made) {
            this.made = made;
        }
    }

    static class TextHandler implements BeanKindsTest.Handler<String, String> {
        @Override
        @OnlyLeader("texts")
        public String handle(String what) {
            return CurrentTerm.find().map(Term::name).orElse("nobody") + ":" + what;
        }
    }

    static class MonoHandler implements BeanKindsTest.Handler<String, Mono<String>> {
        @Override
        @OnlyLeader("monos")
        public Mono<String> handle(String what) {
            return Mono.just(CurrentTerm.get().name() + ":" + what);
        }
    }

    static class Hiding {
        @OnlyLeader("hidden")
        @Nullable
        Object returns(Object result) {
            return result;
        }
    }

    static class First {
        @Autowired
        void with(Second second) {
            assertThat(second).isNotNull();
        }

        @OnlyLeader("circle")
        public final void work() {}
    }

    static class Second {
        @Autowired
        void with(First first) {
            assertThat(first).isNotNull();
        }
    }

    static class Early implements BeanPostProcessor, Ordered {
        Early(Made made) {
            assertThat(made).isNotNull();
        }

        @Override
        public int getOrder() {
            return HIGHEST_PRECEDENCE;
        }
    }

    static class Reactive {
        @OnlyLeader("reactive")
        Mono<Long> token() {
            return Mono.just(CurrentTerm.get().token());
        }
    }
}
