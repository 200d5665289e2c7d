package io.lockkeeper.servers;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips, or in CI fails, what {@link RequiresProgram} or {@link RequiresNewer} says cannot run here. */
final class ProgramCondition implements ExecutionCondition {
    ProgramCondition() {}

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return context.getElement()
                .flatMap(ProgramCondition::missing)
                .map(missing -> refuse(missing, System.getenv()))
                .orElseGet(() -> ConditionEvaluationResult.enabled("all that it needs is there"));
    }

    /** What the element, or one of its annotations, says is needed and is not there. */
    static Optional<String> missing(AnnotatedElement element) {
        Stream<AnnotatedElement> annotations =
                Arrays.stream(element.getAnnotations()).map(Annotation::annotationType);
        Stream<String> programs = Stream.concat(Stream.of(element), annotations)
                .flatMap(each -> Arrays.stream(each.getAnnotationsByType(RequiresProgram.class)))
                .filter(need -> Programs.find(need.value()).isEmpty())
                .map(need -> need.value() + " is not on the PATH: " + need.remedy());
        Stream<String> newer = Arrays.stream(element.getAnnotationsByType(RequiresNewer.class))
                .filter(need -> !Installation.newer(need.value()).exists())
                .map(need -> need.value() + " is not among the newer servers: let ./test unpack them");
        return Stream.concat(programs, newer).findFirst();
    }

    static ConditionEvaluationResult refuse(String missing, Map<String, String> environment) {
        if ("true".equals(environment.get("CI"))) {
            throw new IllegalStateException(missing);
        }
        return ConditionEvaluationResult.disabled(missing);
    }
}
