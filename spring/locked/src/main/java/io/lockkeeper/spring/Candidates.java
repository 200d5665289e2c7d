package io.lockkeeper.spring;

import io.lockkeeper.spring.proxies.AnnotatedTypes;
import java.lang.annotation.Annotation;
import java.util.List;

/** Which classes may have methods with {@link Locked} or {@link OnlyLeader}. */
final class Candidates {

    private static final AnnotatedTypes TYPES = new AnnotatedTypes(List.of(Locked.class, OnlyLeader.class));

    private Candidates() {}

    static boolean mayHave(Class<? extends Annotation> annotation, Class<?> type) {
        return TYPES.mayHave(annotation, type);
    }
}
