package io.lockkeeper.spring.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.Recovered;
import io.lockkeeper.idempotency.memory.MemoryIdempotency;
import java.util.function.BiConsumer;
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

/** A context that was generated ahead of time answers repeats as any other does. */
@CompileWithForkedClassLoader
class AotTest {

    @Test
    void aGeneratedContextAnswersRepeats() {
        generated((context, hints) -> {
            Job job = context.getBean(Job.class);
            assertThat(job.run(new Item(3))).isEqualTo(1);
            assertThat(job.run(new Item(3))).isEqualTo(1);
        });
    }

    @Test
    void whatIsReadByReflectionHasHints() {
        generated((context, generation) -> {
            TypeHint job = generation.getRuntimeHints().reflection().getTypeHint(Job.class);
            assertThat(job).isNotNull();
            assertThat(job.methods().map(ExecutableHint::getName)).contains("run", "found");
            assertThat(generation.getRuntimeHints().reflection().getTypeHint(Item.class))
                    .isNotNull();
            assertThat(generation.getRuntimeHints().reflection().getTypeHint(Idempotent.class))
                    .isNotNull();
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
    @EnableIdempotent
    @Configuration(proxyBeanMethods = false)
    public static class Application {
        /** The records. */
        @Bean
        public Idempotency idempotency() {
            return MemoryIdempotency.create();
        }

        /** What runs once. */
        @Bean
        public Job job() {
            return new Job();
        }
    }

    /** An argument. */
    public record Item(int id) {}

    /** What runs once. */
    public static class Job {

        private int runs;

        /** Once. */
        @Idempotent(key = "#item.id", recovery = "found")
        public int run(Item item) {
            runs++;
            return runs;
        }

        Recovered<Integer> found(Item item) {
            return new Recovered.Unknown<>();
        }
    }
}
