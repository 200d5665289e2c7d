package io.lockkeeper.spring;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.MethodClassKey;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.util.ConcurrentReferenceHashMap;

/** What is known of the annotated methods. Each is parsed once; what is known is let go when memory runs short. */
final class LockedMethods implements BeanFactoryAware, DisposableBean {

    private final Map<MethodClassKey, LockedMethod> known = new ConcurrentReferenceHashMap<>(64);
    private final Queue<Runnable> atEnd = new ConcurrentLinkedQueue<>();
    private @Nullable ConfigurableBeanFactory beans;

    @Override
    public void setBeanFactory(BeanFactory factory) {
        beans = (ConfigurableBeanFactory) factory;
    }

    /** What the annotation of a method says, which must be there. */
    LockedMethod get(Method method, Class<?> targetClass) {
        MethodClassKey key = new MethodClassKey(method, targetClass);
        LockedMethod found = known.get(key);
        if (found == null) {
            found = parse(method, targetClass, LockedAnnotation.find(method, targetClass));
            known.put(key, found);
        }
        return found;
    }

    private LockedMethod parse(Method method, Class<?> targetClass, MergedAnnotation<Locked> annotation) {
        ConfigurableBeanFactory factory = beans;
        if (factory == null || !annotation.isPresent()) {
            throw new IllegalStateException("There is no @Locked on " + method + ".");
        }
        return LockedMethodParser.parse(method, targetClass, annotation, factory);
    }

    /** Has something done when the context is closed, after the beans whose methods these are were destroyed. */
    void atEnd(Runnable step) {
        atEnd.add(step);
    }

    @Override
    public void destroy() {
        atEnd.forEach(Runnable::run);
    }
}
