package io.lockkeeper.spring.idempotency;

import io.lockkeeper.idempotency.OutcomeCodec;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

/**
 * Makes codecs for the types that {@link Idempotent} methods return. Beans of this type are asked in their order, after beans that are
 * codecs of the type themselves ({@code OutcomeCodec<Receipt>}) and after the codec of plain values.
 */
@FunctionalInterface
public interface OutcomeCodecs {

    /**
     * Returns the codec of a type. It is not asked to encode null.
     *
     * @param type the type as the method declares it, with its generics; of {@code Optional<T>} and the like, T
     * @return the codec; empty if there is none for the type
     * @throws IllegalArgumentException if there is none, with a message that says what would be right
     */
    Optional<OutcomeCodec<@Nullable Object>> of(ResolvableType type);
}
