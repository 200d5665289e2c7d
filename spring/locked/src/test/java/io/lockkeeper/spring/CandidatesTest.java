package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/** No class that has an annotation may be passed over: its methods would run without their locks. */
class CandidatesTest {

    @Test
    void a_class_without_the_annotation_is_none() {
        assertThat(Candidates.mayHave(Locked.class, Without.class)).isFalse();
        assertThat(Candidates.mayHave(OnlyLeader.class, Without.class)).isFalse();
        assertThat(Candidates.mayHave(Locked.class, String.class)).isFalse();
    }

    @Test
    void a_method_of_any_visibility_makes_its_class_one() {
        assertThat(Candidates.mayHave(Locked.class, OnPrivateMethod.class)).isTrue();
    }

    @Test
    void each_annotation_counts_for_itself() {
        assertThat(Candidates.mayHave(OnlyLeader.class, OnPrivateMethod.class)).isFalse();
        assertThat(Candidates.mayHave(OnlyLeader.class, Leads.class)).isTrue();
        assertThat(Candidates.mayHave(Locked.class, Leads.class)).isFalse();
        assertThat(Candidates.mayHave(Locked.class, HasBoth.class)).isTrue();
        assertThat(Candidates.mayHave(OnlyLeader.class, HasBoth.class)).isTrue();
    }

    @Test
    void superclasses_and_interfaces_of_them_count() {
        assertThat(Candidates.mayHave(Locked.class, Extends.class)).isTrue();
        assertThat(Candidates.mayHave(Locked.class, Implements.class)).isTrue();
        assertThat(Candidates.mayHave(Locked.class, ExtendsImplements.class)).isTrue();
    }

    @Test
    void a_generated_class_counts_by_its_interfaces() {
        Object proxy = Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Wide.class}, (self, method, arguments) -> null);
        Wide lambda = () -> {};
        assertThat(Candidates.mayHave(Locked.class, proxy.getClass())).isTrue();
        assertThat(Candidates.mayHave(Locked.class, lambda.getClass())).isTrue();
    }

    @Test
    void an_annotation_of_an_annotation_counts() {
        assertThat(Candidates.mayHave(Locked.class, Composed.class)).isTrue();
        assertThat(Candidates.mayHave(Locked.class, ComposedOnType.class)).isTrue();
    }

    static class Without {
        @Deprecated
        public void run() {}
    }

    @SuppressWarnings("UnusedMethod")
    static class OnPrivateMethod {
        @Locked(name = "a")
        private void run() {}
    }

    static class Leads {
        @OnlyLeader(name = "a")
        public void run() {}
    }

    static class HasBoth extends Leads {
        @Locked(name = "a")
        public void report() {}
    }

    static class Extends extends OnPrivateMethod {}

    interface Narrow {
        @Locked(name = "a")
        void run();
    }

    interface Wide extends Narrow {}

    static class Implements implements Wide {
        @Override
        public void run() {}
    }

    static class ExtendsImplements extends Implements {
        @Override
        public void run() {}
    }

    @Locked(name = "nightly")
    @Retention(RetentionPolicy.RUNTIME)
    @interface Nightly {}

    @Nightly
    @Retention(RetentionPolicy.RUNTIME)
    @interface Job {}

    static class Composed {
        @Job
        public void run() {}
    }

    @Job
    static class ComposedOnType {
        public void run() {}
    }
}
