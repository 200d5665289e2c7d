package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.LockEvent;
import io.lockkeeper.StoreUnavailableException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Why a store does not answer a wait. */
final class WaitTroubleTest {
    private final WaitTrouble trouble = new WaitTrouble();
    private final WaitSchedule schedule = new WaitSchedule(WaitSchedule.FIRST);

    private void unanswered(int attempt) {
        trouble.onEvent(new LockEvent.Claimed("a", attempt));
        trouble.onEvent(new LockEvent.Unanswered("a", new StoreUnavailableException("no answer", true, null)));
    }

    @Test
    void troubleThatBeginsLateIsReportedWithinSecondsAndOnce() {
        Duration began = Duration.ofSeconds(60);
        schedule.said(Duration.ofSeconds(30), false);
        for (int attempt = 2; attempt < 8; attempt++) {
            Duration now = began.plusSeconds(attempt - 2);
            trouble.onChange(() -> schedule.changed(now));
            unanswered(attempt);
        }
        Duration due = schedule.due();
        assertThat(due).isEqualTo(Duration.ofSeconds(65));
        assertThat(schedule.isWorthIt(due, trouble.isThere())).isTrue();
        schedule.said(due, true);
        trouble.onChange(() -> schedule.changed(due));
        unanswered(8);
        assertThat(schedule.due()).isGreaterThan(Duration.ofMinutes(5));
    }

    @Test
    void anAnswerEndsTheTroubleAndARequestDoesNot() {
        unanswered(1);
        trouble.onEvent(new LockEvent.Claimed("a", 2));
        assertThat(trouble.reason()).contains("no answer");
        trouble.onEvent(new LockEvent.Waited("a", Optional.empty()));
        assertThat(trouble.reason()).isEmpty();
    }
}
