package io.lockkeeper.spring;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.util.ReflectionUtils;

/** Tells native images what is called by reflection: the attributes of the annotations, annotated methods and fallbacks. */
final class LockedHints implements BeanRegistrationAotProcessor, RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader loader) {
        hints.reflection().registerType(Locked.class, MemberCategory.INVOKE_DECLARED_METHODS);
        hints.reflection().registerType(OnlyLeader.class, MemberCategory.INVOKE_DECLARED_METHODS);
    }

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        Class<?> type = bean.getBeanClass();
        List<Method> called = new ArrayList<>();
        if (Candidates.mayHave(OnlyLeader.class, type)) {
            called.addAll(OnlyLeaderMethods.annotated(type));
        }
        if (Candidates.mayHave(Locked.class, type)) {
            addLocked(type, called);
        }
        return called.isEmpty()
                ? null
                : (generation, code) -> called.forEach(method ->
                        generation.getRuntimeHints().reflection().registerMethod(method, ExecutableMode.INVOKE));
    }

    private static void addLocked(Class<?> type, List<Method> called) {
        for (Method method : ClassCheck.annotated(type)) {
            called.add(method);
            String fallback = LockedAnnotation.find(method, type).getString("fallback");
            if (!fallback.isEmpty()) {
                ReflectionUtils.doWithMethods(
                        type, called::add, other -> other.getName().equals(fallback));
            }
        }
    }
}
