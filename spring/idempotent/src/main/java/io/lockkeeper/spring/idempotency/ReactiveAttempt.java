package io.lockkeeper.spring.idempotency;

import io.lockkeeper.idempotency.Attempt;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.NestedCallException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/** The attempt in which the {@code Mono} of an {@link Idempotent} method runs. It is found by Reactor's context. */
public final class ReactiveAttempt {

    private static final Object KEY = ReactiveAttempt.class;

    private ReactiveAttempt() {}

    /** An attempt and those around it. */
    private record Scope(
            Object store, Attempt attempt, @Nullable Scope outer) {}

    /**
     * Returns the attempt of the innermost {@link Idempotent} method.
     *
     * @return gives the attempt; fails with {@link IllegalStateException} outside of such a method
     */
    public static Mono<Attempt> get() {
        return Mono.deferContextual(context -> {
            Scope scope = scope(context);
            return scope == null
                    ? Mono.error(new IllegalStateException("This Mono runs in no @Idempotent method."))
                    : Mono.just(scope.attempt());
        });
    }

    /** Refuses a call with the key of a call around it, which would wait for itself. */
    static void requireNotNested(ContextView context, Object store, IdempotencyKey key) {
        for (Scope scope = scope(context); scope != null; scope = scope.outer()) {
            if (scope.store() == store && scope.attempt().key().equals(key)) {
                throw new NestedCallException(key);
            }
        }
    }

    static Context with(Context context, Object store, Attempt attempt) {
        return context.put(KEY, new Scope(store, attempt, scope(context)));
    }

    private static @Nullable Scope scope(ContextView context) {
        return context.<@Nullable Scope>getOrDefault(KEY, null);
    }
}
