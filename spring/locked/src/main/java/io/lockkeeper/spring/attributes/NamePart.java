package io.lockkeeper.spring.attributes;

import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.Expression;

/** A piece of a name: text, an argument of the call, or an expression. */
sealed interface NamePart {

    /** As it is written. */
    String text();

    /** What the call gives for it. */
    @Nullable
    Object value(EvaluationContext call);

    /** Text that stays as it is. */
    record Literal(String text) implements NamePart {
        @Override
        public String value(EvaluationContext call) {
            return text;
        }
    }

    /** An argument by its position: needs no evaluation of expressions. */
    record Argument(String text, int index) implements NamePart {
        @Override
        public @Nullable Object value(EvaluationContext call) {
            return ((CallContext) call).argument(index);
        }
    }

    /** An expression. */
    record Computed(String text, Expression expression) implements NamePart {
        @Override
        public @Nullable Object value(EvaluationContext call) {
            return expression.getValue(call);
        }
    }
}
