package io.lockkeeper.spring.idempotency;

import io.lockkeeper.spring.proxies.AnnotatedTypes;
import io.lockkeeper.spring.proxies.Reach;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodClassKey;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ConcurrentReferenceHashMap;

/** What is known of the annotated methods. Each is parsed once; what is known is let go when memory runs short. */
final class IdempotentMethods implements BeanFactoryAware {

    private static final AnnotatedTypes TYPES = new AnnotatedTypes(List.of(Idempotent.class));

    private final Map<MethodClassKey, IdempotentMethod> known = new ConcurrentReferenceHashMap<>(64);
    private @Nullable ConfigurableListableBeanFactory beans;

    @Override
    public void setBeanFactory(BeanFactory factory) {
        beans = (ConfigurableListableBeanFactory) factory;
    }

    static boolean mayBeIn(Class<?> type) {
        return TYPES.mayHave(Idempotent.class, type);
    }

    /** The annotation of the method, or of one that it overrides or implements. */
    static MergedAnnotation<Idempotent> find(Method method, Class<?> targetClass) {
        // As with @Locked: class-based proxies see nothing but the bridge of a call by a generic interface.
        boolean generated = method.isSynthetic() && !method.isBridge();
        if (generated || method.getDeclaringClass() == Object.class) {
            return MergedAnnotation.missing();
        }
        Method specific = AopUtils.getMostSpecificMethod(method, targetClass);
        return MergedAnnotations.from(specific, SearchStrategy.TYPE_HIERARCHY).get(Idempotent.class);
    }

    /** The annotated methods of a class, its own and those that it inherits or implements. */
    static List<Method> annotated(Class<?> type) {
        return Reach.methods(type).stream()
                .filter(method -> find(method, type).isPresent())
                .toList();
    }

    /** What the annotation of a method says, which must be there. */
    IdempotentMethod get(Method method, Class<?> targetClass) {
        MethodClassKey key = new MethodClassKey(method, targetClass);
        IdempotentMethod found = known.get(key);
        if (found == null) {
            MergedAnnotation<Idempotent> annotation = find(method, targetClass);
            ConfigurableListableBeanFactory factory = beans;
            if (factory == null || !annotation.isPresent()) {
                throw new IllegalStateException("There is no @Idempotent on " + method + ".");
            }
            found = IdempotentMethodParser.parse(method, targetClass, annotation, factory);
            known.put(key, found);
        }
        return found;
    }
}
