package io.lockkeeper.spring;

import io.lockkeeper.spring.proxies.Reach;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.MethodClassKey;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;
import org.springframework.util.ConcurrentReferenceHashMap;

/** What is known of the annotated methods. Each is parsed once; what is known is let go when memory runs short. */
final class OnlyLeaderMethods implements BeanFactoryAware {

    private final Map<MethodClassKey, OnlyLeaderMethod> known = new ConcurrentReferenceHashMap<>(64);
    private @Nullable ConfigurableBeanFactory beans;

    @Override
    public void setBeanFactory(BeanFactory factory) {
        beans = (ConfigurableBeanFactory) factory;
    }

    /** The annotation of the method, or of one that it overrides or implements. */
    static MergedAnnotation<OnlyLeader> find(Method method, Class<?> targetClass) {
        // As with LockedAnnotation: class-based proxies see nothing but the bridge of a call by a generic interface.
        boolean generated = method.isSynthetic() && !method.isBridge();
        if (generated || method.getDeclaringClass() == Object.class) {
            return MergedAnnotation.missing();
        }
        Method specific = AopUtils.getMostSpecificMethod(method, targetClass);
        return MergedAnnotations.from(specific, SearchStrategy.TYPE_HIERARCHY).get(OnlyLeader.class);
    }

    /** The annotated methods of a class, its own and those that it inherits or implements. */
    static List<Method> annotated(Class<?> type) {
        return Reach.methods(type).stream()
                .filter(method -> find(method, type).isPresent())
                .toList();
    }

    /** What the annotation of a method says, which must be there. */
    OnlyLeaderMethod get(Method method, Class<?> targetClass) {
        MethodClassKey key = new MethodClassKey(method, targetClass);
        OnlyLeaderMethod found = known.get(key);
        if (found == null) {
            found = parse(method, targetClass, find(method, targetClass));
            known.put(key, found);
        }
        return found;
    }

    private OnlyLeaderMethod parse(Method method, Class<?> targetClass, MergedAnnotation<OnlyLeader> annotation) {
        ConfigurableBeanFactory factory = beans;
        if (factory == null || !annotation.isPresent()) {
            throw new IllegalStateException("There is no @OnlyLeader on " + method + ".");
        }
        return OnlyLeaderMethod.parse(
                AopUtils.getMostSpecificMethod(method, targetClass),
                ClassUtils.getUserClass(targetClass),
                annotation,
                factory);
    }
}
