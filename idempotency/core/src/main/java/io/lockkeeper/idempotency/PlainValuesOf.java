package io.lockkeeper.idempotency;

import org.jspecify.annotations.Nullable;

/** {@link PlainValues} of one type only: what another release stored with another type is refused, not cast. */
final class PlainValuesOf<T> implements OutcomeCodec<@Nullable T> {

    private final Class<T> type;

    PlainValuesOf(Class<T> type) {
        if (!PlainValues.knows(type)) {
            throw new IllegalArgumentException(
                    "The plain codec does not know " + type.getName() + ": give the call a codec of its own");
        }
        this.type = type;
    }

    @Override
    public EncodedValue encode(@Nullable T value) {
        return PlainValues.INSTANCE.encode(value);
    }

    @Override
    @SuppressWarnings("NullAway") // T is nullable here
    public @Nullable T decode(EncodedValue encoded) {
        Object value = PlainValues.INSTANCE.decode(encoded);
        if (value != null && !type.isInstance(value)) {
            throw new IllegalArgumentException(
                    "The stored value is of type " + encoded.type() + ", not " + type.getName());
        }
        return type.cast(value);
    }
}
