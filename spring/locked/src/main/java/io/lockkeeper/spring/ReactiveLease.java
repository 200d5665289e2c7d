package io.lockkeeper.spring;

import io.lockkeeper.Lease;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/** The lease under which a {@code Mono} or {@code Flux} of a {@link Locked} method runs. It is found by Reactor's context. */
public final class ReactiveLease {

    private static final Object KEY = ReactiveLease.class;

    private ReactiveLease() {}

    /**
     * Returns the lease of the innermost {@link Locked} method.
     *
     * @return gives the lease, which the caller does not close; fails with {@link IllegalStateException} outside of such a
     *     method, or if it has several locks
     */
    public static Mono<Lease> get() {
        return Mono.deferContextual(context -> Mono.just(CurrentLease.single(scope(context))));
    }

    static @Nullable HeldScope scope(ContextView context) {
        return context.<@Nullable HeldScope>getOrDefault(KEY, null);
    }

    static Context with(Context context, HeldScope scope) {
        return context.put(KEY, scope);
    }
}
