package io.lockkeeper.races;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.races.Violation.Promise;
import org.junit.jupiter.api.Test;

/** Two holders at once are seen without tokens, and nothing else is. */
final class TokenlessVerdictTest extends Scene {

    TokenlessVerdictTest() {
        super(false, TokenlessVerdict::of);
    }

    @Test
    void holdersInTurnBreakNothingWhateverTheirTokens() {
        lap("A1.1", 5);
        lap("B1.1", 5);
        lap("A1.1", 4);
        assertThat(broken()).isEmpty();
    }

    @Test
    void aStaleHolderThatKnowsItBreaksNothing() {
        counter.asks("A1.1");
        counter.asks("B1.1");
        counter.read("B1.1", 1);
        counter.read("A1.1", 1);
        counter.lost("A1.1", 1);
        counter.write("B1.1", 1, 0, 1);
        counter.confirms("B1.1", 1);
        assertThat(broken()).isEmpty();
    }

    @Test
    void aConfirmationThatArrivesLateBreaksNothing() {
        counter.asks("A1.1");
        counter.read("A1.1", 1);
        counter.write("A1.1", 1, 0, 1);
        lap("B1.1", 1);
        counter.confirms("A1.1", 1);
        assertThat(broken()).isEmpty();
    }

    @Test
    void twoThatHoldAtOnceByTheirOwnWordsAreSeen() {
        counter.asks("A1.1");
        counter.read("A1.1", 1);
        lap("B1.1", 2);
        counter.read("A1.1", 1);
        counter.confirms("A1.1", 1);
        assertThat(broken()).containsExactly(Promise.ONE_HOLDER);
    }

    @Test
    void aLostUpdateIsSeen() {
        counter.asks("A1.1");
        counter.read("A1.1", 1);
        counter.write("A1.1", 1, 7, 8);
        assertThat(broken()).containsExactly(Promise.EXACT);
    }
}
