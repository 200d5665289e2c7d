package io.lockkeeper.spring.idempotency;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.type.TypeFactory;
import io.lockkeeper.idempotency.EncodedValue;
import io.lockkeeper.idempotency.OutcomeCodec;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

/**
 * Codecs that write JSON with Jackson 2. A value is read as the declared type, with its generics; default typing of the mapper is switched
 * off. What was stored as another type is not read.
 */
public final class Jackson2OutcomeCodecs implements OutcomeCodecs {

    private final ObjectMapper mapper;

    /**
     * With a copy of a mapper.
     *
     * @param mapper has the modules that the types need, such as that of {@code java.time}
     */
    public Jackson2OutcomeCodecs(ObjectMapper mapper) {
        this.mapper = mapper.copy().deactivateDefaultTyping();
    }

    @Override
    public Optional<OutcomeCodec<@Nullable Object>> of(ResolvableType type) {
        JavaType read = javaType(type);
        // An enum whose constants have bodies is abstract for Java.
        boolean typed = read.isEnumType() || read.getRawClass().isAnnotationPresent(JsonTypeInfo.class);
        if (!read.isConcrete() && !read.isContainerType() && !read.isReferenceType() && !typed) {
            throw new IllegalArgumentException(
                    type + " is abstract, so that it cannot be read back; declare a class, or say with"
                            + " @JsonTypeInfo(use = NAME) and @JsonSubTypes which classes it has");
        }
        return Optional.of(new Json(
                JsonTypes.name(type),
                mapper.writerFor(read),
                mapper.readerFor(read).with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)));
    }

    private JavaType javaType(ResolvableType type) {
        TypeFactory types = mapper.getTypeFactory();
        if (type.isArray()) {
            return types.constructArrayType(javaType(type.getComponentType()));
        }
        Class<?> raw = type.resolve(Object.class);
        if (!type.hasGenerics()) {
            return types.constructType(raw);
        }
        return types.constructParametricType(
                raw, Arrays.stream(type.getGenerics()).map(this::javaType).toArray(JavaType[]::new));
    }

    private record Json(String name, ObjectWriter writer, ObjectReader reader)
            implements OutcomeCodec<@Nullable Object> {

        @Override
        public EncodedValue encode(@Nullable Object value) {
            try {
                return new EncodedValue(name, writer.writeValueAsBytes(value));
            } catch (JsonProcessingException e) {
                throw new IllegalArgumentException("The value cannot be written as " + name, e);
            }
        }

        @Override
        public Object decode(EncodedValue encoded) {
            JsonTypes.requireSame(name, encoded.type());
            try {
                return reader.readValue(encoded.content());
            } catch (IOException e) {
                throw new IllegalArgumentException("The stored value cannot be read as " + name, e);
            }
        }
    }
}
