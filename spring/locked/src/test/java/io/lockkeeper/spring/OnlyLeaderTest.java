package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Lease;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Lazy;
import reactor.core.publisher.Mono;

class OnlyLeaderTest {

    @Test
    void a_method_runs_while_this_process_leads_and_else_calls_are_skipped() {
        try (TestApplication application = Leading.application(Work.class)) {
            Work work = application.get(Work.class);
            Leading.await(application, "work");
            assertThat(work.token()).isPositive();
            assertThat(work.optional()).isPresent();
            assertThat(work.future().join()).contains("led");
            assertThat(work.mono().block()).isEqualTo("led");

            Lease another = Leading.overthrow(application, "work");
            Until.isTrue(() -> !application.get(LeaderElections.class).isLeader("work"));
            assertThat(work.token()).isNull();
            assertThat(work.optional()).isEmpty();
            assertThat(work.future().join()).isEmpty();
            assertThat(work.mono().blockOptional()).isEmpty();

            another.close();
            Leading.await(application, "work");
            assertThat(work.token()).isGreaterThan(another.token());
        }
    }

    @Test
    void the_methods_of_one_name_have_one_candidate() {
        try (TestApplication application = Leading.application(Work.class, SameWork.class)) {
            Leading.await(application, "work");
            assertThat(application.get(SameWork.class).token())
                    .isEqualTo(application.get(Work.class).token());
            assertThat(application.held()).containsExactly("work");
        }
    }

    @Test
    void a_bean_that_is_made_later_is_elected_then() {
        try (TestApplication application = Leading.application(LateWork.class)) {
            assertThat(application.isHeld("late")).isFalse();
            LateWork work = application.get(LateWork.class);
            Leading.await(application, "late");
            assertThat(work.token()).isNotNull();
        }
    }

    @Test
    void placeholders_in_the_name_are_replaced() {
        try (TestApplication application = TestApplication.with(Map.of("tenant", "a"), Placeholder.class)) {
            Leading.await(application, "jobs:a");
        }
    }

    @Test
    void an_application_stands_for_elections_that_no_method_names() {
        try (TestApplication application = Leading.application()) {
            application.get(LeaderElections.class).stand("bare");
            application.get(LeaderElections.class).stand("bare");
            Leading.await(application, "bare");
            assertThat(application.get(LeaderElections.class).isLeader("other")).isFalse();
        }
    }

    @Test
    void there_is_no_current_term_outside_of_such_a_method() {
        assertThat(CurrentTerm.find()).isEmpty();
        assertThatThrownBy(CurrentTerm::get)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("@OnlyLeader");
    }

    @Test
    void what_cannot_be_skipped_or_has_no_constant_name_is_refused_at_start_up() {
        refused(Primitive.class, "primitive int");
        refused(Expression.class, "expressions are not possible");
        refused(Nameless.class, "the name of the election is empty");
        refused(Unknown.class, "name = \"jobs:${nobody.knows}\" has no value");
        refused(Hidden.class, "private or static");
        refused(Sealed.class, "final");
        refused(NoStore.class, "no LockClient bean with the qualifier or the name \"elsewhere\"");
    }

    private static void refused(Class<?> bean, String message) {
        assertThatThrownBy(() -> TestApplication.of(bean)).hasStackTraceContaining(message);
    }

    static class Work {
        @OnlyLeader("work")
        @Nullable
        Long token() {
            return CurrentTerm.get().token();
        }

        @OnlyLeader("work")
        Optional<String> optional() {
            return Optional.of("led");
        }

        @OnlyLeader("work")
        CompletableFuture<Optional<String>> future() {
            return CompletableFuture.supplyAsync(() -> Optional.of("led"));
        }

        @OnlyLeader("work")
        Mono<String> mono() {
            return Mono.delay(Duration.ofMillis(1)).thenReturn("led");
        }
    }

    static class SameWork {
        @OnlyLeader(name = "work")
        @Nullable
        Long token() {
            return CurrentTerm.get().token();
        }
    }

    @Lazy
    static class LateWork {
        @OnlyLeader("late")
        @Nullable
        Long token() {
            return CurrentTerm.get().token();
        }
    }

    static class Placeholder {
        @OnlyLeader("jobs:${tenant}")
        void run() {}
    }

    static class Primitive {
        @OnlyLeader("work")
        int run() {
            return 1;
        }
    }

    static class Expression {
        @OnlyLeader("work:#id")
        void run(String id) {}
    }

    static class Unknown {
        @OnlyLeader("jobs:${nobody.knows}")
        void run() {}
    }

    static class Nameless {
        @OnlyLeader
        void run() {}
    }

    static class Hidden {
        @OnlyLeader("work")
        static void run() {}
    }

    static class Sealed {
        @OnlyLeader("work")
        final void run() {}
    }

    static class NoStore {
        @OnlyLeader(name = "work", store = "elsewhere")
        void run() {}
    }
}
