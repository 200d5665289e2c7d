package io.lockkeeper.spring.idempotency;

import io.lockkeeper.idempotency.OutcomeCodec;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/** Finds the codec of a method's value: a bean that is one, that of plain values, one of the {@link OutcomeCodecs} beans. */
final class Codecs {

    private Codecs() {}

    static OutcomeCodec<@Nullable Object> of(Returned returned, ConfigurableListableBeanFactory beans) {
        if (returned.isVoid()) {
            return new ValueCodec(null, false);
        }
        Class<?> raw = returned.value().resolve(Object.class);
        return new ValueCodec(find(returned.value(), raw, beans), raw.isPrimitive());
    }

    private static OutcomeCodec<@Nullable Object> find(
            ResolvableType type, Class<?> raw, ConfigurableListableBeanFactory beans) {
        ResolvableType wanted = ResolvableType.forClassWithGenerics(
                OutcomeCodec.class,
                raw.isPrimitive() ? ResolvableType.forClass(ClassUtils.resolvePrimitiveIfNecessary(raw)) : type);
        @SuppressWarnings("unchecked") // by the bean's type
        OutcomeCodec<@Nullable Object> own =
                (OutcomeCodec<@Nullable Object>) beans.getBeanProvider(wanted).getIfUnique();
        if (own != null) {
            return own;
        }
        OutcomeCodec<@Nullable Object> plain = plain(ClassUtils.resolvePrimitiveIfNecessary(raw));
        if (plain != null) {
            return plain;
        }
        return beans.getBeanProvider(OutcomeCodecs.class)
                .orderedStream()
                .map(codecs -> codecs.of(type))
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException(
                                "there is no codec for the return type " + type
                                        + "; declare a bean OutcomeCodec<" + raw.getSimpleName()
                                        + ">, or one for all types: new Jackson2OutcomeCodecs(mapper), new Jackson3OutcomeCodecs(mapper)"));
    }

    @SuppressWarnings("unchecked") // it encodes what is of this class only
    private static @Nullable OutcomeCodec<@Nullable Object> plain(Class<?> type) {
        try {
            return (OutcomeCodec<@Nullable Object>) (OutcomeCodec<?>) OutcomeCodec.plain(type);
        } catch (IllegalArgumentException notPlain) {
            return null; // Others may know it.
        }
    }
}
