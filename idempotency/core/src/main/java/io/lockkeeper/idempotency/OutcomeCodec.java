package io.lockkeeper.idempotency;

import org.jspecify.annotations.Nullable;

/**
 * Writes an operation's value as bytes, and reads it back for repeats. Safe for use by many threads.
 *
 * @param <T> the type of the value
 */
public interface OutcomeCodec<T extends @Nullable Object> {

    /**
     * Encodes a value.
     *
     * @param value what the operation returned
     * @return its type and bytes
     * @throws RuntimeException if it cannot be encoded; the operation is then done, and its value {@link Rejection#GONE}
     */
    EncodedValue encode(T value);

    /**
     * Decodes a value.
     *
     * @param encoded what {@link #encode} returned, possibly in an older release of the program
     * @return the value
     * @throws RuntimeException if this codec cannot read it; repeats are then answered with {@link Rejection#UNREADABLE}
     */
    T decode(EncodedValue encoded);

    /**
     * Returns the codec of plain values: null, strings, byte arrays, boxed primitives, {@code BigDecimal}, {@code BigInteger},
     * {@code UUID}, {@code Instant}. It refuses to encode others.
     *
     * @return the codec
     */
    static OutcomeCodec<@Nullable Object> plain() {
        return PlainValues.INSTANCE;
    }

    /**
     * Returns the codec of one type of plain values.
     *
     * @param type a class that {@link #plain()} names; what is stored with another type is not decoded
     * @param <T> the type
     * @return the codec
     * @throws IllegalArgumentException if the type is none of them
     */
    static <T> OutcomeCodec<@Nullable T> plain(Class<T> type) {
        return new PlainValuesOf<>(type);
    }
}
