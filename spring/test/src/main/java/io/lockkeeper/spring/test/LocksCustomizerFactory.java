package io.lockkeeper.spring.test;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.TestContextAnnotationUtils;

/** Finds the annotations of a test class, those of enclosing classes included. */
final class LocksCustomizerFactory implements ContextCustomizerFactory {

    @Override
    public @Nullable ContextCustomizer createContextCustomizer(
            Class<?> testClass, List<ContextConfigurationAttributes> attributes) {
        boolean memory = TestContextAnnotationUtils.hasAnnotation(testClass, MemoryLocks.class);
        boolean without = TestContextAnnotationUtils.hasAnnotation(testClass, WithoutLocks.class);
        if (memory && without) {
            throw new IllegalStateException(
                    "The test " + testClass.getName() + " has both @MemoryLocks and @WithoutLocks; choose one.");
        }
        return memory || without ? new LocksCustomizer(without) : null;
    }
}
