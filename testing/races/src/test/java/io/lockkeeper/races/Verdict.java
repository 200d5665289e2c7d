package io.lockkeeper.races;

import io.lockkeeper.races.Event.Asked;
import io.lockkeeper.races.Event.Confirmed;
import io.lockkeeper.races.Event.Held;
import io.lockkeeper.races.Event.Lost;
import io.lockkeeper.races.Event.Read;
import io.lockkeeper.races.Event.Written;
import io.lockkeeper.races.Violation.Promise;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The judgement of a history: goes through it once and finds every promise that was broken.
 *
 * <p>Why a confirmation proves a double holding: the counter gave its last answer to the holder of token T before that
 * holder looked at its lease and found it current, so the lease was current at the time of the answer. If a token
 * greater than T had acted before that answer, its holder had been given the lock while T held it. The confirmation
 * itself may arrive late, so its own place in the history says nothing.
 */
final class Verdict {

    private final List<Violation> violations = new ArrayList<>();
    private final Map<String, Long> greatestWhenAsked = new HashMap<>();
    private final Map<String, Turn> turns = new HashMap<>();
    private final Map<String, Long> latestOfProcess = new HashMap<>();
    private final Map<Long, Turn> turnOfToken = new HashMap<>();
    private long greatest;
    private String greatestBy = "";

    /** One acquisition of one thread, and the greatest token that had acted by its last answer. */
    private static final class Turn {
        private final String who;
        private long greatestAtLastAnswer;
        private String greatestBy = "";

        Turn(String who) {
            this.who = who;
        }
    }

    private Verdict() {}

    static List<Violation> of(List<History.Entry> history) {
        Verdict verdict = new Verdict();
        for (int position = 0; position < history.size(); position++) {
            verdict.consider(position, history.get(position).event());
        }
        return verdict.violations;
    }

    private void consider(int position, Event event) {
        if (event instanceof Asked asked) {
            greatestWhenAsked.put(asked.who(), greatest);
            turns.put(asked.who(), new Turn(asked.who()));
        } else if (event instanceof Confirmed confirmed) {
            confirmed(position, confirmed);
        } else if (event instanceof Held answered && !(event instanceof Lost)) {
            answered(position, answered);
        }
    }

    private void answered(int position, Held event) {
        checkIncrease(position, event);
        checkUnique(position, event);
        if (event instanceof Written written && written.losesAnUpdate()) {
            broken(Promise.EXACT, position, written.loss());
        }
        if ((event instanceof Read || event instanceof Written) && event.token() > greatest) {
            greatest = event.token();
            greatestBy = event.who();
        }
        Turn turn = turns.computeIfAbsent(event.who(), Turn::new);
        turn.greatestAtLastAnswer = greatest;
        turn.greatestBy = greatestBy;
    }

    /**
     * A token that is too small was either given so by the store, or passed on within its process, by which it continues
     * the tokens of that process: then the process still held the lock, by its own word, while another had it.
     */
    private void checkIncrease(int position, Held event) {
        long before = greatestWhenAsked.getOrDefault(event.who(), 0L);
        String process = Fleet.processOf(event.who());
        long latest = latestOfProcess.getOrDefault(process, Long.MIN_VALUE);
        latestOfProcess.put(process, event.token());
        if (event.token() <= before) {
            boolean passedOn = event.token() == latest || event.token() == latest + 1;
            broken(
                    passedOn ? Promise.ONE_HOLDER : Promise.TOKENS_INCREASE,
                    position,
                    "%s got token %d, but token %d had acted before it asked"
                            .formatted(event.who(), event.token(), before));
        }
    }

    private void checkUnique(int position, Held event) {
        Turn turn = turns.computeIfAbsent(event.who(), Turn::new);
        Turn first = turnOfToken.putIfAbsent(event.token(), turn);
        if (first != null && first != turn) {
            broken(
                    Promise.TOKENS_UNIQUE,
                    position,
                    "%s acted with token %d, which %s had before".formatted(event.who(), event.token(), first.who));
        }
    }

    private void confirmed(int position, Confirmed event) {
        Turn turn = turns.computeIfAbsent(event.who(), Turn::new);
        if (turn.greatestAtLastAnswer > event.token()) {
            broken(
                    Promise.ONE_HOLDER,
                    position,
                    "%s held the lock with token %d while %s acted with token %d"
                            .formatted(event.who(), event.token(), turn.greatestBy, turn.greatestAtLastAnswer));
        }
    }

    private void broken(Promise promise, int position, String sentence) {
        violations.add(new Violation(promise, position, sentence));
    }
}
