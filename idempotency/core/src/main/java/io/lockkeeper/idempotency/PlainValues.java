package io.lockkeeper.idempotency;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The values that are stored as text, and byte arrays. */
enum PlainValues implements OutcomeCodec<@Nullable Object> {
    INSTANCE;

    private static final String NULL = "null";
    private static final String BYTES = "bytes";

    /** What is written before the type's name would change, so there are names of our own. */
    private static final List<Plain<?>> TYPES = List.of(
            new Plain<>("string", String.class, text -> text),
            new Plain<>("boolean", Boolean.class, PlainValues::toBoolean),
            new Plain<>("int", Integer.class, Integer::valueOf),
            new Plain<>("long", Long.class, Long::valueOf),
            new Plain<>("short", Short.class, Short::valueOf),
            new Plain<>("byte", Byte.class, Byte::valueOf),
            new Plain<>("double", Double.class, Double::valueOf),
            new Plain<>("float", Float.class, Float::valueOf),
            new Plain<>("decimal", BigDecimal.class, BigDecimal::new),
            new Plain<>("integer", BigInteger.class, BigInteger::new),
            new Plain<>("uuid", UUID.class, UUID::fromString),
            new Plain<>("instant", Instant.class, Instant::parse));

    private record Plain<T>(String name, Class<T> type, Function<String, T> parse) {}

    static boolean knows(Class<?> type) {
        return type == byte[].class || TYPES.stream().anyMatch(plain -> plain.type() == type);
    }

    @Override
    public EncodedValue encode(@Nullable Object value) {
        if (value == null) {
            return new EncodedValue(NULL, new byte[0]);
        }
        if (value instanceof byte[] bytes) {
            return new EncodedValue(BYTES, bytes.clone());
        }
        for (Plain<?> plain : TYPES) {
            if (plain.type() == value.getClass()) {
                return new EncodedValue(plain.name(), value.toString().getBytes(StandardCharsets.UTF_8));
            }
        }
        throw new IllegalArgumentException(
                "The plain codec cannot encode " + value.getClass().getName() + ": give the call a codec of its own");
    }

    @Override
    @SuppressWarnings("NullAway") // T is nullable here
    public @Nullable Object decode(EncodedValue encoded) {
        if (encoded.type().equals(NULL)) {
            return null;
        }
        if (encoded.type().equals(BYTES)) {
            return encoded.content().clone();
        }
        for (Plain<?> plain : TYPES) {
            if (plain.name().equals(encoded.type())) {
                return plain.parse().apply(new String(encoded.content(), StandardCharsets.UTF_8));
            }
        }
        throw new IllegalArgumentException("The plain codec cannot decode a value of type " + encoded.type());
    }

    private static Boolean toBoolean(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("Neither true nor false");
        };
    }
}
