package io.lockkeeper.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** A lock may be called nearly anything; what it may not be called is said. */
class NamesTest {

    @Test
    void anyOrdinaryNameWillDo() {
        for (String name : new String[] {"a", "orders:42", "Straße {1}", "锁 🔒", "x".repeat(1_024)}) {
            assertThat(Names.check(name)).isSameAs(name);
        }
    }

    @Test
    void anEmptyOrEndlessNameIsRefused() {
        assertThatThrownBy(() -> Names.check("")).hasMessageContaining("this one has 0");
        assertThatThrownBy(() -> Names.check("x".repeat(1_025))).hasMessageContaining("this one has 1025");
    }

    @Test
    void aControlCharacterIsRefusedAndShownWhere() {
        assertThatThrownBy(() -> Names.check("a\nb"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("index 1")
                .hasMessageContaining("'a?b'");
        assertThatThrownBy(() -> Names.check("a\u0085b")).hasMessageContaining("index 1");
    }

    @Test
    void halfASurrogatePairIsRefused() {
        assertThatThrownBy(() -> Names.check("a\ud83d")).hasMessageContaining("surrogate");
    }
}
