package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.ClaimId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an answer is worth that comes after its claim was withdrawn. */
class UnansweredTest {

    private static final ClaimId CLAIM = new ClaimId("ann", 1);

    private final Unanswered unanswered = new Unanswered();
    private final List<String> noted = new ArrayList<>();

    @Test
    void anAnswerIsNotedUnlessItsClaimWasWithdrawnBefore() {
        unanswered.sent(CLAIM);
        answered("first");
        unanswered.sent(CLAIM);
        unanswered.withdrawn(CLAIM);
        answered("second");
        assertThat(noted).containsExactly("first");
    }

    @Test
    void aWithdrawalCountsForEveryCopyThatIsUnderWay() {
        unanswered.sent(CLAIM);
        unanswered.withdrawn(CLAIM);
        unanswered.sent(CLAIM);
        answered("of the first copy");
        answered("of the second copy");
        assertThat(noted).isEmpty();
    }

    @Test
    void theAnswerToOneCopyForgetsNoneOfTheOthers() {
        unanswered.sent(CLAIM);
        unanswered.sent(CLAIM);
        answered("of the first copy");
        unanswered.withdrawn(CLAIM);
        answered("of the second copy");
        assertThat(noted).containsExactly("of the first copy");
    }

    private void answered(String copy) {
        unanswered.answered(CLAIM, () -> noted.add(copy));
    }
}
