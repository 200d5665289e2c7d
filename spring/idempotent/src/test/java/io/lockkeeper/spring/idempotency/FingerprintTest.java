package io.lockkeeper.spring.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Fingerprints of arguments: the same for the same values in every process, others for other values. */
class FingerprintTest {

    @Test
    void theSameValuesHaveTheSame() {
        same(new BigDecimal("1.0"), new BigDecimal("1.00"));
        same(new LinkedHashSet<>(List.of("a", "b")), new LinkedHashSet<>(List.of("b", "a")));
        Map<String, Integer> other = new LinkedHashMap<>();
        other.put("b", 2);
        other.put("a", 1);
        same(Map.of("a", 1, "b", 2), other);
        same(new Item("a", List.of(1)), new Item("a", Arrays.asList(1)));
        same(new byte[] {1, 2}, new byte[] {1, 2});
        same(Optional.of("a"), "a");
    }

    @Test
    void otherValuesHaveOthers() {
        List<Object> all = Arrays.asList(
                null,
                "",
                "n",
                "a",
                "1:a",
                List.of(),
                List.of("a"),
                List.of("a", "b"),
                List.of("ab"),
                List.of(List.of("a"), "b"),
                List.of("a", List.of("b")),
                new Item("a", List.of(1)),
                new Item("a", List.of(1, 1)),
                new Credit(1),
                new Debit(1),
                Side.BUY,
                OtherSide.BUY,
                Instant.EPOCH,
                true,
                5,
                Map.of("a", "b"));
        assertThat(all.stream().map(FingerprintTest::of)).doesNotHaveDuplicates();
        assertThat(Arguments.fingerprint(new Object[] {"a", "b"}))
                .isNotEqualTo(Arguments.fingerprint(new Object[] {"b", "a"}));
    }

    @Test
    void theyStayTheSameFromReleaseToRelease() {
        assertThat(Arguments.fingerprint(new Object[] {"a", 1, List.of(true), Set.of()})
                        .value())
                .isEqualTo("1:H3EogJPNa8-hIgiaHs-9PkPXaOI6eDAv99yWIQZ6YMA");
    }

    sealed interface Booking {}

    record Credit(int amount) implements Booking {}

    record Debit(int amount) implements Booking {}

    enum Side {
        BUY
    }

    enum OtherSide {
        BUY
    }

    record Item(String name, List<Integer> numbers) {}

    private static String of(@org.jspecify.annotations.Nullable Object value) {
        return Arguments.fingerprint(new Object[] {value}).value();
    }

    private static void same(Object one, Object other) {
        assertThat(of(one)).isEqualTo(of(other));
    }
}
