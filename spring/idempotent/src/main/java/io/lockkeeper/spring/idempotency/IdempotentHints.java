package io.lockkeeper.spring.idempotency;

import io.lockkeeper.spring.proxies.Reach;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.generate.GenerationContext;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;

/**
 * Tells native images what is read by reflection: the attributes of the annotation, annotated methods, recovery methods, the values that
 * are stored, and the arguments that are in fingerprints.
 */
final class IdempotentHints implements BeanRegistrationAotProcessor, RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader loader) {
        hints.reflection().registerType(Idempotent.class, MemberCategory.INVOKE_DECLARED_METHODS);
    }

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        Class<?> type = bean.getBeanClass();
        if (!IdempotentMethods.mayBeIn(type)) {
            return null;
        }
        List<Method> annotated = IdempotentMethods.annotated(type);
        return (generation, code) -> annotated.forEach(method -> register(generation, type, method));
    }

    private static void register(GenerationContext generation, Class<?> type, Method method) {
        ReflectionHints hints = generation.getRuntimeHints().reflection();
        hints.registerMethod(method, ExecutableMode.INVOKE);
        String recovery = IdempotentMethods.find(method, type).getString("recovery");
        for (Method other : Reach.methods(type)) {
            if (!recovery.isEmpty() && other.getName().equals(recovery)) {
                hints.registerMethod(other, ExecutableMode.INVOKE);
            }
        }
        BindingReflectionHintsRegistrar bindings = new BindingReflectionHintsRegistrar();
        bindings.registerReflectionHints(hints, method.getGenericReturnType());
        for (Type parameter : method.getGenericParameterTypes()) {
            bindings.registerReflectionHints(hints, parameter);
        }
    }
}
