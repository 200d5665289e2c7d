package io.lockkeeper.races;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.races.Violation.Promise;
import org.junit.jupiter.api.Test;

/** Every broken promise is seen, and nothing else is. */
final class VerdictTest extends Scene {

    private final Counter unfenced = new Counter(history, false);

    VerdictTest() {
        super(true, Verdict::of);
    }

    @Test
    void holdersInTurnBreakNothing() {
        lap("A1.1", 5);
        lap("B1.1", 6);
        lap("A1.1", 7);
        assertThat(broken()).isEmpty();
    }

    @Test
    void aHolderThatWasSucceededAndKnowsItBreaksNothing() {
        counter.asks("A1.1");
        counter.read("A1.1", 5);
        lap("B1.1", 6);
        counter.write("A1.1", 5, 0, 1);
        counter.lost("A1.1", 5);
        assertThat(broken()).isEmpty();
        assertThat(counter.value()).isEqualTo(1);
    }

    @Test
    void aConfirmationThatArrivesLateBreaksNothing() {
        counter.asks("A1.1");
        counter.read("A1.1", 5);
        counter.write("A1.1", 5, 0, 1);
        lap("B1.1", 6);
        counter.confirms("A1.1", 5);
        assertThat(broken()).isEmpty();
    }

    @Test
    void aStaleHolderWhichIsCurrentByItsOwnWordIsSeen() {
        counter.asks("A1.1");
        counter.read("A1.1", 5);
        lap("B1.1", 6);
        counter.write("A1.1", 5, 0, 1);
        counter.confirms("A1.1", 5);
        assertThat(broken()).containsExactly(Promise.ONE_HOLDER);
    }

    @Test
    void aStaleHolderThatIsRefusedAtOnceAndCurrentByItsOwnWordIsSeen() {
        counter.asks("A1.1");
        lap("B1.1", 6);
        counter.read("A1.1", 5);
        counter.confirms("A1.1", 5);
        assertThat(broken()).containsExactly(Promise.ONE_HOLDER);
    }

    @Test
    void aLostUpdateIsSeen() {
        unfenced.asks("A1.1");
        unfenced.asks("B1.1");
        unfenced.read("A1.1", 5);
        unfenced.read("B1.1", 6);
        unfenced.write("B1.1", 6, 0, 1);
        unfenced.write("A1.1", 5, 0, 1);
        assertThat(broken()).containsExactly(Promise.EXACT);
    }

    @Test
    void aTokenThatDoesNotGrowIsSeen() {
        lap("A1.1", 5);
        lap("B1.1", 4);
        assertThat(broken()).contains(Promise.TOKENS_INCREASE);
    }

    @Test
    void aTokenThatDoesNotGrowIsSeenAlthoughItsProcessHadOneBefore() {
        lap("A1.1", 5);
        lap("B1.1", 9);
        lap("A1.2", 7);
        assertThat(broken()).contains(Promise.TOKENS_INCREASE);
    }

    @Test
    void aTokenThatAProcessPassesOnWhileAnotherHoldsTheLockMeansTwoHolders() {
        lap("A1.1", 5);
        lap("B1.1", 9);
        lap("A1.2", 6);
        assertThat(broken()).contains(Promise.ONE_HOLDER).doesNotContain(Promise.TOKENS_INCREASE);
    }

    @Test
    void aTokenThatIsGivenTwiceIsSeen() {
        counter.asks("A1.1");
        counter.asks("B1.1");
        counter.read("A1.1", 5);
        counter.read("B1.1", 5);
        assertThat(broken()).containsExactly(Promise.TOKENS_UNIQUE);
    }
}
