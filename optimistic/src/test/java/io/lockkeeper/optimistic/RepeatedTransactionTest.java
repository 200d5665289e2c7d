package io.lockkeeper.optimistic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whole transactions are run again if they end in what was said to be a conflict. */
class RepeatedTransactionTest {

    private final OptimisticUpdate updates =
            OptimisticUpdate.with(Retries.standard().withAttempts(3).withPause(most -> {}));
    private final Deque<Integer> rows = new ArrayDeque<>();

    @Test
    void aTransactionThatEndsInAConflictIsRunAgain() throws InterruptedException {
        OptimisticUpdate jpa = updates.countingAsConflict(Conflicts.ofType(LikeOptimisticLockException.class));
        rows.addAll(List.of(0, 0, 1));
        assertThat(jpa.inTransactions(() -> commit("order"))).isEqualTo(new VersionOutcome.Updated<>("order", 3));
        rows.addAll(List.of(0, 0, 0));
        assertThat(jpa.inTransactions(() -> commit("order")))
                .isInstanceOf(VersionOutcome.Conflict.class)
                .asString()
                .contains("rolled back");
        assertThat(jpa.inTransactions(Optional::empty)).isEqualTo(new VersionOutcome.Gone<>());
    }

    private <T> Optional<T> commit(T written) {
        if (rows.pop() == 0) { // JPA wraps what it throws at commit.
            throw new IllegalStateException("rolled back", new LikeOptimisticLockException());
        }
        return Optional.of(written);
    }

    private static final class LikeOptimisticLockException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
