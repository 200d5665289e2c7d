package io.lockkeeper.optimistic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What follows from what statements answer, whoever sends them. */
class OptimisticUpdateTest {

    private final List<Duration> pauses = new ArrayList<>();
    private final Retries thrice = new Retries(3, Duration.ofMillis(5), Duration.ofMillis(50), pauses::add);
    private final OptimisticUpdate updates = OptimisticUpdate.with(thrice);

    /** Answers in turn; one too few is an error. */
    private final Deque<Integer> rows = new ArrayDeque<>();

    @Test
    void whatWasReadIsChangedAndWritten() throws InterruptedException {
        List<String> written = new ArrayList<>();
        VersionOutcome<Versioned<String>> outcome =
                updates.byVersion(() -> Optional.of(new Versioned<>("a", 6)), value -> value + "b", (next, seen) -> {
                    written.add(next + seen);
                    return 1;
                });
        assertThat(outcome).isEqualTo(new VersionOutcome.Updated<>(new Versioned<>("ab", 7), 1));
        assertThat(written).containsExactly("ab6");
        assertThat(pauses).isEmpty();
    }

    @Test
    void allAttemptsAreUsedAndPausesLieBetweenThem() throws InterruptedException {
        rows.addAll(List.of(0, 0, 0));
        assertThat(updateByVersion()).isEqualTo(new VersionOutcome.Conflict<>(3, Optional.empty()));
        assertThat(pauses).containsExactly(Duration.ofMillis(5), Duration.ofMillis(10));
    }

    @Test
    void theLastAttemptIsAsGoodAsTheFirst() throws InterruptedException {
        rows.addAll(List.of(0, 0, 1));
        assertThat(updateByVersion()).isEqualTo(new VersionOutcome.Updated<>(new Versioned<>("a", 7), 3));
    }

    @Test
    void anInterruptEndsThePause() {
        rows.add(0);
        OptimisticUpdate interrupted = OptimisticUpdate.with(thrice.withPause(most -> {
            throw new InterruptedException();
        }));
        assertThatThrownBy(() -> interrupted.byVersion(
                        () -> Optional.of(new Versioned<>("a", 6)), value -> value, (next, seen) -> rows.pop()))
                .isInstanceOf(InterruptedException.class);
        assertThat(rows).isEmpty();
    }

    @Test
    void noExceptionIsAConflictUntilSomebodySaysSo() {
        SQLException failure = new SQLException("", "40001");
        assertThatThrownBy(() -> updates.byVersion(
                        () -> {
                            throw failure;
                        },
                        value -> value,
                        (next, seen) -> 1))
                .isSameAs(failure);
    }

    @Test
    void anExceptionThatCountsAsAConflictIsTriedAgainAndToldInTheEnd() throws Exception {
        List<SQLException> thrown = new ArrayList<>();
        VersionOutcome<Versioned<String>> outcome = updates.countingAsConflict(Conflicts.inSql())
                .byVersion(() -> Optional.of(new Versioned<>("a", 6)), value -> value, (next, seen) -> {
                    thrown.add(new SQLException("", "40001"));
                    throw thrown.get(thrown.size() - 1);
                });
        assertThat(thrown).hasSize(3);
        assertThat(outcome).isEqualTo(new VersionOutcome.Conflict<>(3, Optional.of(thrown.get(2))));
    }

    @Test
    void moreThanOneRowIsAnError() {
        rows.add(2);
        assertThatThrownBy(this::updateByVersion)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("matched 2");
    }

    @Test
    void aRefusalForLackOfStockIsNotTriedAgain() throws InterruptedException {
        assertThat(updates.byCondition(3, () -> 0, () -> Optional.of(2L))).isEqualTo(new CounterOutcome.NotEnough(2));
        assertThat(updates.byCondition(3, () -> 0, Optional::empty)).isEqualTo(new CounterOutcome.Gone());
        assertThat(pauses).isEmpty();
    }

    @Test
    void stockThatWasRefilledAfterTheRefusalIsTriedForAgain() throws InterruptedException {
        rows.addAll(List.of(0, 1));
        assertThat(updates.byCondition(3, rows::pop, () -> Optional.of(3L))).isEqualTo(new CounterOutcome.Updated(2));
        assertThat(updates.byCondition(3, () -> 0, () -> Optional.of(3L)))
                .isEqualTo(new CounterOutcome.Conflict(3, Optional.empty()));
    }

    @Test
    void nothingOrLessCannotBeTaken() {
        assertThatThrownBy(() -> updates.byCondition(0, () -> 1, Optional::empty))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> updates.byCondition(-1, () -> 1, Optional::empty))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anOldTokenIsToldWhichOneIsNewer() throws InterruptedException {
        assertThat(updates.byFence(7, () -> 0, () -> Optional.of(8L))).isEqualTo(new FenceOutcome.Stale(8));
        assertThat(updates.byFence(7, () -> 0, Optional::empty)).isEqualTo(new FenceOutcome.Gone());
        assertThat(updates.byFence(7, () -> 1, Optional::empty)).isEqualTo(new FenceOutcome.Updated(1));
        assertThat(pauses).isEmpty();
    }

    @Test
    void aRefusalThatTheRowDoesNotExplainIsNeverCalledStale() throws InterruptedException {
        assertThat(updates.byFence(7, () -> 0, () -> Optional.of(7L)))
                .isEqualTo(new FenceOutcome.Conflict(3, Optional.empty()));
    }

    private VersionOutcome<Versioned<String>> updateByVersion() throws InterruptedException {
        return updates.byVersion(
                () -> Optional.of(new Versioned<>("a", 6)), value -> value, (next, seen) -> rows.pop());
    }
}
