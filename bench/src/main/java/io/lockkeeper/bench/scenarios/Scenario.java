package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.report.Column;
import io.lockkeeper.bench.server.ServerKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A question, put to every contestant in the same way. */
public abstract class Scenario {
    private final String id;
    private final String title;

    /**
     * Names it.
     *
     * @param id the word for the command line, such as "s1"
     * @param title the question in a few words
     */
    Scenario(String id, String title) {
        this.id = id;
        this.title = title;
    }

    /** Returns the word for the command line, such as "s1". */
    public final String id() {
        return id;
    }

    /** Returns the question in a few words. */
    public final String title() {
        return title;
    }

    /** Returns the kinds of server on which it is played. */
    public Set<ServerKind> servers() {
        return EnumSet.allOf(ServerKind.class);
    }

    /** Returns the figures, as far as the server tells them, the most important first: that one is drawn. */
    public abstract List<Column> columns(ServerKind kind);

    /** Returns how often to play it when so many rounds are asked for. */
    public int rounds(int asked) {
        return asked;
    }

    /** Returns those of the contestants, and variants of them, to whom the question can be put. */
    public List<Entrant> entrants(List<Contestant> contestants, Stage stage) {
        return contestants.stream()
                .filter(this::admits)
                .map(each -> new Entrant(each.name(), () -> open(each, stage)))
                .toList();
    }

    /** Returns whether the question can be put to this one. */
    boolean admits(Contestant contestant) {
        return contestant.joins(id);
    }

    /** Starts what this one needs for all its rounds. */
    abstract Session open(Contestant contestant, Stage stage);
}
