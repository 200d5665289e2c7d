package io.lockkeeper.spring.proxies;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ConcurrentReferenceHashMap;
import org.springframework.util.ReflectionUtils;

/**
 * Which classes may have annotated methods: those that have the annotation somewhere in their hierarchy, on a type or on a method, be it
 * an annotation of an annotation. Each type is looked at once for all beans and annotations, because a look at every method of
 * every bean is most of what a start would cost. What applies to a method of such a class is not decided here.
 */
public final class AnnotatedTypes {

    private final List<Class<? extends Annotation>> wanted;
    private final Map<Class<?>, Set<Class<? extends Annotation>>> known = new ConcurrentReferenceHashMap<>(256);

    /**
     * Looks for some annotations.
     *
     * @param wanted the annotations
     */
    public AnnotatedTypes(List<Class<? extends Annotation>> wanted) {
        this.wanted = List.copyOf(wanted);
    }

    /**
     * Returns whether a class may have methods with an annotation.
     *
     * @param annotation one of those that are looked for
     * @param type the class
     * @return false if it certainly has none
     */
    public boolean mayHave(Class<? extends Annotation> annotation, Class<?> type) {
        return inHierarchy(type).contains(annotation);
    }

    private Set<Class<? extends Annotation>> inHierarchy(Class<?> type) {
        Set<Class<? extends Annotation>> seen = known.get(type);
        if (seen == null) {
            seen = look(type);
            known.put(type, seen);
        }
        return seen;
    }

    private Set<Class<? extends Annotation>> look(Class<?> type) {
        if (type.getName().startsWith("java.")) {
            return Set.of();
        }
        Set<Class<? extends Annotation>> found = new HashSet<>();
        Class<?> superclass = type.getSuperclass();
        if (superclass != null) {
            found.addAll(inHierarchy(superclass));
        }
        for (Class<?> implemented : type.getInterfaces()) {
            found.addAll(inHierarchy(implemented));
        }
        addOf(type, found);
        ReflectionUtils.doWithLocalMethods(type, method -> addOf(method, found));
        return found.isEmpty() ? Set.of() : Set.copyOf(found);
    }

    private void addOf(AnnotatedElement element, Set<Class<? extends Annotation>> found) {
        if (found.size() < wanted.size()) {
            try {
                if (element.getDeclaredAnnotations().length > 0) {
                    MergedAnnotations annotations = MergedAnnotations.from(element);
                    for (Class<? extends Annotation> annotation : wanted) {
                        if (annotations.isPresent(annotation)) {
                            found.add(annotation);
                        }
                    }
                }
            } catch (RuntimeException | LinkageError unreadable) {
                found.addAll(wanted); // A class that an annotation names is missing. Spring says so at the look at the
                // method.
            }
        }
    }
}
