package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.report.Column;
import io.lockkeeper.bench.server.ServerKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A question, put to every contestant in the same way. */
public interface Scenario {

    /** Returns the word for the command line, such as "s1". */
    String id();

    /** Returns the question in a few words. */
    String title();

    /** Returns the kinds of server on which it is played. */
    default Set<ServerKind> servers() {
        return EnumSet.allOf(ServerKind.class);
    }

    /** Returns the figures, as far as the server tells them, the most important first: that one is drawn. */
    List<Column> columns(ServerKind kind);

    /** Returns how often to play it when so many rounds are asked for. */
    default int rounds(int asked) {
        return asked;
    }

    /** Returns those of the contestants, and variants of them, to whom the question can be put. */
    List<Entrant> entrants(List<Contestant> contestants, Stage stage);
}
