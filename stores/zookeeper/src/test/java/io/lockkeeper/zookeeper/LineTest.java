package io.lockkeeper.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Who is first and who is before whom, also when ZooKeeper's numbers, of 32 bits, begin anew below zero. */
class LineTest {

    private final Line line = Line.of(
            List.of("c:3#2147483647", "stranger", "a:1#2147483645", "d:4#-2147483648", "b#x", "b:2#2147483646"));

    @Test
    void numbers_are_compared_over_their_overflow() {
        assertThat(line.size()).isEqualTo(4);
        assertThat(line.inOrder().stream().map(node -> node.claim().client())).containsExactly("a", "b", "c", "d");
        assertThat(Objects.requireNonNull(line.first()).claim().client()).isEqualTo("a");
    }

    @Test
    void each_has_one_before_it_and_the_first_has_none() {
        NodeName last = node("d:4#-2147483648");
        assertThat(line.before(last)).isEqualTo(node("c:3#2147483647"));
        assertThat(line.before(node("a:1#2147483645"))).isNull();
        assertThat(line.ahead(last)).isEqualTo(3);
        assertThat(line.has(last)).isTrue();
        assertThat(line.has(node("d:4#5"))).isFalse();
    }

    @Test
    void of_nobody_nobody_is_first() {
        Line nobody = Line.of(List.of("stranger"));
        assertThat(nobody.isEmpty()).isTrue();
        assertThat(nobody.first()).isNull();
    }

    private static NodeName node(String text) {
        return Objects.requireNonNull(NodeName.parse(text));
    }
}
