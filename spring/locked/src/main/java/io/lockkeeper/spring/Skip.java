package io.lockkeeper.spring;

import io.lockkeeper.spring.proxies.ReturnKind;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

/** Answers with nothing, as the return type has it. */
final class Skip {

    private static final Map<Class<?>, Object> EMPTY = Map.of(
            Optional.class, Optional.empty(),
            OptionalInt.class, OptionalInt.empty(),
            OptionalLong.class, OptionalLong.empty(),
            OptionalDouble.class, OptionalDouble.empty());

    private Skip() {}

    static Busy of(ReturnKind kind, Method method) {
        requireEmpty(
                method, "whenBusy = SKIP is not possible", "return an Optional or the wrapper type, or use a fallback");
        Supplier<@Nullable Object> nothing = nothing(kind, method);
        return (call, busy) -> nothing.get();
    }

    /** Refuses types that have no empty value. */
    static void requireEmpty(Method method, String what, String instead) {
        Class<?> type = method.getReturnType();
        if (type.isPrimitive() && type != void.class) {
            throw new IllegalArgumentException(what + ", because the method returns a primitive " + type
                    + ", which has no empty value; " + instead);
        }
    }

    /** Gives nothing, anew for each call. */
    static Supplier<@Nullable Object> nothing(ReturnKind kind, Method method) {
        Class<?> type = method.getReturnType();
        return switch (kind) {
            case VALUE -> {
                Object empty = EMPTY.get(type);
                yield () -> empty;
            }
            case FUTURE -> {
                Class<?> result =
                        ResolvableType.forMethodReturnType(method).getGeneric(0).resolve(Object.class);
                Object empty = EMPTY.get(result);
                yield () -> {
                    CompletionStage<?> answer = CompletableFuture.completedFuture(empty);
                    return answer;
                };
            }
            case PUBLISHER -> () -> ReactiveCall.nothing(type);
        };
    }
}
