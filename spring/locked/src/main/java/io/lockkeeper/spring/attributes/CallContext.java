package io.lockkeeper.spring.attributes;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.BeanResolver;
import org.springframework.expression.PropertyAccessor;
import org.springframework.expression.spel.support.ReflectivePropertyAccessor;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/** A call as expressions see it: its arguments as variables, the called bean as the root object. */
public final class CallContext extends StandardEvaluationContext {

    private final Parameters parameters;
    private final @Nullable Object[] arguments;

    private CallContext(Shared shared, @Nullable Object target, @Nullable Object[] arguments) {
        super(target);
        this.parameters = shared.parameters();
        this.arguments = arguments;
        setBeanResolver(shared.beans());
        setPropertyAccessors(shared.properties());
    }

    /**
     * What the calls of a method have in common: the accessors remember what they found by reflection.
     *
     * @param parameters those of the method
     * @param beans resolves {@code @bean}
     * @param properties reads properties
     */
    public record Shared(Parameters parameters, BeanResolver beans, List<PropertyAccessor> properties) {

        /**
         * For a method.
         *
         * @param parameters those of the method
         * @param beans resolves {@code @bean}
         * @return to make the context of each call
         */
        public static Shared of(Parameters parameters, BeanResolver beans) {
            return new Shared(parameters, beans, List.of(new ReflectivePropertyAccessor(false)));
        }

        /**
         * Returns the context of a call.
         *
         * @param target the bean that is called
         * @param arguments those of the call
         * @return for one call, on one thread
         */
        public CallContext call(@Nullable Object target, @Nullable Object[] arguments) {
            return new CallContext(this, target, arguments);
        }
    }

    @Nullable
    Object argument(int index) {
        return arguments[index];
    }

    @Override
    public @Nullable Object lookupVariable(String name) {
        Integer index = parameters.find(name);
        return index == null ? super.lookupVariable(name) : arguments[index];
    }
}
