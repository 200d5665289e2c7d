package io.lockkeeper.spring.idempotency;

import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.spring.proxies.ReturnKind;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

/**
 * What a method returns, and what of it is stored: {@code Mono<Outcome<Optional<T>>>} stores a T.
 *
 * @param kind when its work is over
 * @param outcome whether the caller gets {@link Outcome}s
 * @param optional whether a value may be absent
 * @param value the type of what is stored
 */
record Returned(ReturnKind kind, boolean outcome, boolean optional, ResolvableType value) {

    static Returned of(Method method, Class<?> owner) {
        ReturnKind kind = ReturnKind.of(method);
        ResolvableType type = ResolvableType.forMethodReturnType(method, owner);
        if (kind != ReturnKind.VALUE) {
            requireSingle(kind, method.getReturnType());
            type = type.getGeneric(0);
        }
        boolean outcome = type.resolve() == Outcome.class;
        ResolvableType inner = outcome ? type.getGeneric(0) : type;
        boolean optional = inner.resolve() == Optional.class;
        ResolvableType value = optional ? inner.getGeneric(0) : inner;
        if (value.resolve() == null || value.resolve() == Object.class || value.hasUnresolvableGenerics()) {
            throw new IllegalArgumentException(
                    "the return type " + method.getGenericReturnType().getTypeName()
                            + " does not say what is stored; declare it with all of its generics, without Object and without <?>");
        }
        return new Returned(kind, outcome, optional, value);
    }

    private static void requireSingle(ReturnKind kind, Class<?> type) {
        if (kind == ReturnKind.FUTURE && type != CompletionStage.class && type != CompletableFuture.class) {
            throw new IllegalArgumentException("a Future does not tell when it is done; return a CompletionStage");
        }
        if (kind == ReturnKind.PUBLISHER && !type.getName().equals("reactor.core.publisher.Mono")) {
            throw new IllegalArgumentException("a " + type.getSimpleName()
                    + " cannot be stored; return a Mono, for several values a Mono of a List");
        }
    }

    boolean isVoid() {
        return value.resolve() == void.class || value.resolve() == Void.class;
    }

    /** What is stored of what the body returned. */
    @Nullable
    Object stored(@Nullable Object returned) {
        Object inner = returned;
        if (outcome) {
            if (inner instanceof Outcome.Executed<?> || inner instanceof Outcome.Replayed<?>) {
                inner = ((Outcome<?>) inner).valueOrThrow();
            } else {
                throw new IllegalStateException("An @Idempotent method returned " + inner
                        + ", which has no value to store: return new Outcome.Executed<>(value), or throw an exception");
            }
        }
        return optional && inner instanceof Optional<?> some ? some.orElse(null) : inner;
    }

    /** What the caller gets: the value, or an exception if there is none. */
    @SuppressWarnings("NullAway") // T is nullable here
    @Nullable
    Object answer(Outcome<@Nullable Object> answered) {
        if (!outcome) {
            return wrapped(answered.valueOrThrow());
        }
        if (answered instanceof Outcome.Executed<@Nullable Object> executed) {
            return new Outcome.Executed<>(wrapped(executed.value()));
        }
        if (answered instanceof Outcome.Replayed<@Nullable Object> replayed) {
            return new Outcome.Replayed<>(wrapped(replayed.value()));
        }
        return answered;
    }

    private @Nullable Object wrapped(@Nullable Object value) {
        return optional ? Optional.ofNullable(value) : value;
    }
}
