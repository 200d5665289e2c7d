package io.lockkeeper.spring.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
import io.lockkeeper.idempotency.EncodedValue;
import io.lockkeeper.idempotency.OutcomeCodec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.core.ResolvableType;
import tools.jackson.databind.json.JsonMapper;

/** Values as JSON, with Jackson 2 and 3. */
class CodecsTest {

    private final List<OutcomeCodecs> both =
            List.of(new Jackson2OutcomeCodecs(new ObjectMapper()), new Jackson3OutcomeCodecs(new JsonMapper()));

    @Test
    void valuesComeBackAsTheyWereDeclared() {
        ResolvableType type = ResolvableType.forClassWithGenerics(
                Map.class,
                ResolvableType.forClass(String.class),
                ResolvableType.forClassWithGenerics(List.class, Item.class));
        Map<String, List<Item>> value = Map.of("a", List.of(new Item("x", 1)));
        for (OutcomeCodecs codecs : both) {
            OutcomeCodec<@Nullable Object> codec = codecs.of(type).orElseThrow();
            assertThat(codec.decode(codec.encode(value))).isEqualTo(value);
            OutcomeCodec<@Nullable Object> arrays =
                    codecs.of(ResolvableType.forClass(Item[].class)).orElseThrow();
            assertThat(arrays.decode(arrays.encode(new Item[] {new Item("x", 1)})))
                    .isEqualTo(new Item[] {new Item("x", 1)});
        }
    }

    @Test
    void whatWasStoredAsAnotherTypeIsNotRead() {
        for (OutcomeCodecs codecs : both) {
            EncodedValue item =
                    codecs.of(ResolvableType.forClass(Item.class)).orElseThrow().encode(new Item("x", 1));
            OutcomeCodec<@Nullable Object> other =
                    codecs.of(ResolvableType.forClass(Twin.class)).orElseThrow();
            assertThatThrownBy(() -> other.decode(item)).hasMessageContaining("The stored value is json:");
            OutcomeCodec<@Nullable Object> same =
                    codecs.of(ResolvableType.forClass(Item.class)).orElseThrow();
            EncodedValue damaged = new EncodedValue(item.type(), "{\"name\":1".getBytes(StandardCharsets.UTF_8));
            assertThatThrownBy(() -> same.decode(damaged)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void defaultTypingIsSwitchedOff() {
        ObjectMapper loose = new ObjectMapper()
                .activateDefaultTyping(BasicPolymorphicTypeValidator.builder()
                        .allowIfBaseType(Object.class)
                        .build());
        OutcomeCodec<@Nullable Object> codec = new Jackson2OutcomeCodecs(loose)
                .of(ResolvableType.forClass(Holder.class))
                .orElseThrow();
        assertThat(new String(codec.encode(new Holder(new Item("x", 1))).content(), StandardCharsets.UTF_8))
                .isEqualTo("{\"any\":{\"name\":\"x\",\"count\":1}}");
    }

    @Test
    void enumsWhoseConstantsHaveBodiesAreRead() {
        for (OutcomeCodecs codecs : both) {
            OutcomeCodec<@Nullable Object> codec =
                    codecs.of(ResolvableType.forClass(Step.class)).orElseThrow();
            assertThat(codec.decode(codec.encode(Step.FIRST))).isEqualTo(Step.FIRST);
        }
    }

    @Test
    void declaredSubtypesAreReadByTheirNames() {
        for (OutcomeCodecs codecs : both) {
            OutcomeCodec<@Nullable Object> codec =
                    codecs.of(ResolvableType.forClass(Shape.class)).orElseThrow();
            assertThat(codec.decode(codec.encode(new Circle(2)))).isEqualTo(new Circle(2));
            assertThatThrownBy(() -> codecs.of(ResolvableType.forClass(Runnable.class)))
                    .hasMessageContaining("is abstract");
        }
    }

    enum Step {
        FIRST {
            @Override
            int next() {
                return 2;
            }
        };

        abstract int next();
    }

    record Item(String name, int count) {}

    record Holder(Object any) {}

    record Twin(String name, int count) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes(@JsonSubTypes.Type(value = Circle.class, name = "circle"))
    interface Shape {}

    record Circle(int radius) implements Shape {}
}
