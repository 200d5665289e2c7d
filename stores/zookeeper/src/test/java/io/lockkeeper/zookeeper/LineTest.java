package io.lockkeeper.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Who is first and who is before whom, also when ZooKeeper's numbers, of 32 bits, begin anew below zero. */
class LineTest {

    private final Line line = Line.of(List.of(
            "c:3.1-of-1#2147483647",
            "stranger",
            "a:1.1-of-1#2147483645",
            "d:4.1-of-1#-2147483648",
            "b#x",
            "b:2.1-of-1#2147483646"));

    @Test
    void numbers_are_compared_over_their_overflow() {
        assertThat(line.size()).isEqualTo(4);
        assertThat(line.inOrder().stream().map(node -> client(node))).containsExactly("a", "b", "c", "d");
        assertThat(client(Objects.requireNonNull(line.first()))).isEqualTo("a");
    }

    @Test
    void each_has_one_before_it_and_the_first_has_none() {
        NodeName last = node("d:4.1-of-1#-2147483648");
        assertThat(line.before(last)).isEqualTo(node("c:3.1-of-1#2147483647"));
        assertThat(line.before(node("a:1.1-of-1#2147483645"))).isNull();
        assertThat(line.ahead(last)).isEqualTo(3);
        assertThat(line.has(last)).isTrue();
        assertThat(line.has(node("d:4.1-of-1#0000000005"))).isFalse();
    }

    @Test
    void of_nobody_nobody_is_first() {
        Line nobody = Line.of(List.of("stranger"));
        assertThat(nobody.size()).isZero();
        assertThat(nobody.first()).isNull();
    }

    /** It may be the claim of a later release: then somebody holds the lock, or waits for it, who is not to be passed over. */
    @Test
    void whatever_zookeeper_numbered_stands_in_line() {
        Line line = Line.of(List.of(
                "a:1.1-of-1#0000000002",
                "b:1.2-of-5#0000000001",
                "lock-0000000000",
                "write/odd 0000000003",
                "notes",
                "#"));
        assertThat(line.inOrder().stream().map(NodeName::text))
                .containsExactly(
                        "lock-0000000000", "b:1.2-of-5#0000000001", "a:1.1-of-1#0000000002", "write/odd 0000000003");
        assertThat(node("b:1.2-of-5#0000000001").claim()).isNull();
        assertThat(node("C:x.1-of-1#0000000001").claim()).isNull();
        assertThat(node("-000000007").number()).isEqualTo(-7);
    }

    private static String client(NodeName node) {
        return Objects.requireNonNull(node.claim()).client();
    }

    private static NodeName node(String text) {
        return Objects.requireNonNull(NodeName.parse(text));
    }
}
