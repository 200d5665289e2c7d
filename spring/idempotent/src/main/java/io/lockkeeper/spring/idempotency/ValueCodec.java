package io.lockkeeper.spring.idempotency;

import io.lockkeeper.idempotency.EncodedValue;
import io.lockkeeper.idempotency.OutcomeCodec;
import org.jspecify.annotations.Nullable;

/**
 * The codec of a method's value, which may be null unless it is primitive.
 *
 * @param codec of values that are not null; null if there are none ({@code void})
 * @param primitive whether null cannot be returned
 */
record ValueCodec(@Nullable OutcomeCodec<@Nullable Object> codec, boolean primitive)
        implements OutcomeCodec<@Nullable Object> {

    @SuppressWarnings("NullAway") // T is nullable here
    private static final EncodedValue NULL = OutcomeCodec.plain().encode(null);

    @Override
    public EncodedValue encode(@Nullable Object value) {
        if (value == null) {
            return NULL;
        }
        if (codec == null) {
            throw new IllegalArgumentException("The method returns nothing, so that it has no value");
        }
        return codec.encode(value);
    }

    @Override
    @SuppressWarnings("NullAway") // T is nullable here
    public @Nullable Object decode(EncodedValue encoded) {
        if (encoded.type().equals(NULL.type()) && !primitive) {
            return null;
        }
        if (codec == null) {
            throw new IllegalArgumentException("The method returns nothing, and the stored value is " + encoded.type());
        }
        return codec.decode(encoded);
    }
}
