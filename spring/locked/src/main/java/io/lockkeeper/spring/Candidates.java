package io.lockkeeper.spring;

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
 * an annotation of an annotation. Each type is looked at once for all beans and both annotations, because a look at every method of
 * every bean is most of what a start would cost. What applies to a method of such a class is not decided here.
 */
final class Candidates {

    private static final List<Class<? extends Annotation>> WANTED = List.of(Locked.class, OnlyLeader.class);

    private static final Map<Class<?>, Set<Class<? extends Annotation>>> KNOWN = new ConcurrentReferenceHashMap<>(256);

    private Candidates() {}

    static boolean mayHave(Class<? extends Annotation> annotation, Class<?> type) {
        return inHierarchy(type).contains(annotation);
    }

    private static Set<Class<? extends Annotation>> inHierarchy(Class<?> type) {
        Set<Class<? extends Annotation>> known = KNOWN.get(type);
        if (known == null) {
            known = look(type);
            KNOWN.put(type, known);
        }
        return known;
    }

    private static Set<Class<? extends Annotation>> look(Class<?> type) {
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

    private static void addOf(AnnotatedElement element, Set<Class<? extends Annotation>> found) {
        if (found.size() < WANTED.size()) {
            try {
                if (element.getDeclaredAnnotations().length > 0) {
                    MergedAnnotations annotations = MergedAnnotations.from(element);
                    for (Class<? extends Annotation> annotation : WANTED) {
                        if (annotations.isPresent(annotation)) {
                            found.add(annotation);
                        }
                    }
                }
            } catch (RuntimeException | LinkageError unreadable) {
                found.addAll(WANTED); // A class that an annotation names is missing. Spring says so at the look at the
                // method.
            }
        }
    }
}
