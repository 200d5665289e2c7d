package io.lockkeeper.servers;

import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips, or in CI fails, what {@link RequiresProgram} says cannot run here. */
final class ProgramCondition implements ExecutionCondition {
    ProgramCondition() {}

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return context.getElement()
                .flatMap(ProgramCondition::need)
                .map(need -> evaluate(need.value(), need.remedy(), System.getenv()))
                .orElseGet(() -> ConditionEvaluationResult.enabled("needs no program"));
    }

    /** Finds the annotation on the element, or on one of the element's annotations. */
    static Optional<RequiresProgram> need(AnnotatedElement element) {
        Stream<RequiresProgram> direct = Stream.of(element.getAnnotationsByType(RequiresProgram.class));
        Stream<RequiresProgram> composed = Arrays.stream(element.getAnnotations())
                .map(annotation -> annotation.annotationType().getAnnotation(RequiresProgram.class))
                .filter(Objects::nonNull);
        return Stream.concat(direct, composed).findFirst();
    }

    static ConditionEvaluationResult evaluate(String program, String remedy, Map<String, String> environment) {
        if (Programs.find(program).isPresent()) {
            return ConditionEvaluationResult.enabled(program + " is on the PATH");
        }
        String reason = program + " is not on the PATH: " + remedy;
        if ("true".equals(environment.get("CI"))) {
            throw new IllegalStateException(reason);
        }
        return ConditionEvaluationResult.disabled(reason);
    }
}
