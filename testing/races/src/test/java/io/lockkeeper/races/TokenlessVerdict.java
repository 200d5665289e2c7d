package io.lockkeeper.races;

import io.lockkeeper.races.Event.Asked;
import io.lockkeeper.races.Event.Confirmed;
import io.lockkeeper.races.Event.Read;
import io.lockkeeper.races.Event.Written;
import io.lockkeeper.races.Violation.Promise;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The judgement of a history whose tokens mean nothing.
 *
 * <p>A holder that found its lease current after its last answer has held the lock from its first action to that answer.
 * Where two such times overlap, two held the lock at once. A stale holder acts, too, but does not say that it holds.
 */
final class TokenlessVerdict {

    private final List<Violation> violations = new ArrayList<>();
    private final List<Turn> confirmed = new ArrayList<>();
    private final Map<String, Turn> turns = new HashMap<>();

    /** One acquisition of one thread, from its first action to its last answer; positions in the history. */
    private static final class Turn {
        private final String who;
        private int first = -1;
        private int last = -1;

        Turn(String who) {
            this.who = who;
        }
    }

    private TokenlessVerdict() {}

    static List<Violation> of(List<History.Entry> history) {
        TokenlessVerdict verdict = new TokenlessVerdict();
        for (int position = 0; position < history.size(); position++) {
            verdict.consider(position, history.get(position).event());
        }
        verdict.findOverlaps();
        return verdict.violations;
    }

    private void consider(int position, Event event) {
        if (event instanceof Asked) {
            turns.put(event.who(), new Turn(event.who()));
        } else if (event instanceof Read || event instanceof Written) {
            Turn turn = turns.computeIfAbsent(event.who(), Turn::new);
            turn.first = turn.first < 0 ? position : turn.first;
            turn.last = position;
        } else if (event instanceof Confirmed) {
            Turn turn = turns.remove(event.who());
            if (turn != null && turn.first >= 0) {
                confirmed.add(turn);
            }
        }
        if (event instanceof Written written && written.losesAnUpdate()) {
            violations.add(new Violation(Promise.EXACT, position, written.loss()));
        }
    }

    private void findOverlaps() {
        confirmed.sort(Comparator.comparingInt(turn -> turn.first));
        Turn longest = null;
        for (Turn turn : confirmed) {
            if (longest != null && turn.first < longest.last) {
                violations.add(new Violation(
                        Promise.ONE_HOLDER, turn.first, turn.who + " held the lock while " + longest.who + " did"));
            }
            longest = longest == null || turn.last > longest.last ? turn : longest;
        }
    }
}
