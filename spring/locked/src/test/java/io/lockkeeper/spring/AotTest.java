package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.ExecutableHint;
import org.springframework.aot.hint.TypeHint;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.TestCompiler;
import org.springframework.javapoet.ClassName;

/** A context that was generated ahead of time locks as any other does. */
@CompileWithForkedClassLoader
class AotTest {

    @Test
    void aGeneratedContextLocks() {
        generated((context, hints) -> {
            Job job = context.getBean(Job.class);
            assertThat(job.run(3)).isEqualTo("job:3");
            try (Lease theirs =
                    context.getBean(LockClient.class).lock("job:4").tryAcquire().orElseThrow()) {
                assertThat(job.run(4)).isEqualTo("4 later than " + theirs.name());
            }
            Until.isTrue(() -> "job".equals(job.led()));
        });
    }

    @Test
    void fallbacksAndTheAnnotationHaveHints() {
        generated((context, generation) -> {
            TypeHint job = generation.getRuntimeHints().reflection().getTypeHint(Job.class);
            assertThat(job).isNotNull();
            assertThat(job.methods().map(ExecutableHint::getName)).contains("later", "run");
            assertThat(generation.getRuntimeHints().reflection().getTypeHint(Locked.class))
                    .isNotNull();
            assertThat(generation.getRuntimeHints().reflection().getTypeHint(OnlyLeader.class))
                    .isNotNull();
            assertThat(job.methods().map(ExecutableHint::getName)).contains("led");
        });
    }

    @Test
    void aClassWithoutLockedMethodsHasHintsForThoseOfTheLeader() {
        generated((context, generation) -> {
            TypeHint duty = generation.getRuntimeHints().reflection().getTypeHint(Duty.class);
            assertThat(duty).isNotNull();
            assertThat(duty.methods().map(ExecutableHint::getName)).contains("run");
        });
    }

    private static void generated(BiConsumer<GenericApplicationContext, TestGenerationContext> test) {
        AnnotationConfigApplicationContext source = new AnnotationConfigApplicationContext();
        source.register(Application.class);
        TestGenerationContext generation = new TestGenerationContext();
        ClassName name = new ApplicationContextAotGenerator().processAheadOfTime(source, generation);
        generation.writeGeneratedContent();
        TestCompiler.forSystem().with(generation).compile(compiled -> {
            try (GenericApplicationContext context = new GenericApplicationContext()) {
                @SuppressWarnings("unchecked")
                ApplicationContextInitializer<GenericApplicationContext> initializer =
                        compiled.getInstance(ApplicationContextInitializer.class, name.reflectionName());
                initializer.initialize(context);
                context.refresh();
                test.accept(context, generation);
            }
        });
    }

    /** Public, as is all that generated code calls. */
    @EnableLocked
    @Configuration(proxyBeanMethods = false)
    public static class Application {
        /** The locks. */
        @Bean
        public LockClient locks() {
            return LockClient.connect("memory:" + UUID.randomUUID());
        }

        /** What is locked. */
        @Bean
        public Job job() {
            return new Job();
        }

        /** What is only led. */
        @Bean
        public Duty duty() {
            return new Duty();
        }
    }

    /** What is locked. */
    public static class Job {
        /** Under the lock. */
        @Locked(name = "job:#id", fallback = "later")
        public String run(int id) {
            return CurrentLease.get().name();
        }

        /** Under the lead. */
        @OnlyLeader("job")
        public @Nullable String led() {
            return CurrentTerm.get().name();
        }

        String later(int id) {
            return id + " later than job:" + id;
        }
    }

    /** What is only led. */
    public static class Duty {
        /** Under the lead. */
        @OnlyLeader("duty")
        public void run() {}
    }
}
