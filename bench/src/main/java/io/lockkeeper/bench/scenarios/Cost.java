package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.report.Column;
import io.lockkeeper.bench.report.Sample;
import io.lockkeeper.bench.server.Counter;
import io.lockkeeper.bench.server.Load;
import io.lockkeeper.bench.server.ServerKind;
import io.lockkeeper.bench.server.Traffic;
import java.util.List;

/**
 * What the server counts, as columns of a scenario.
 *
 * @param kind what the server is, which says what it counts
 * @param per what the counts are divided by, such as "op" or "s"
 */
record Cost(ServerKind kind, String per) {

    /** Returns the columns that say what clients asked for, and what the server did of it. */
    List<Column> calls() {
        return kind.counters().stream()
                .filter(counter -> counter != Counter.BYTES)
                .map(this::column)
                .toList();
    }

    /** Returns the column that says what was received and sent, or none if the server does not tell. */
    List<Column> bytes() {
        return kind.counters().stream()
                .filter(counter -> counter == Counter.BYTES)
                .map(this::column)
                .toList();
    }

    /** Returns a sample with all of these columns. */
    Sample charge(Sample sample, Load load, Traffic seen, double count) {
        Sample charged = sample;
        for (Counter counter : kind.counters()) {
            charged = charged.with(column(counter), load.count(counter, seen) / count);
        }
        return charged;
    }

    private Column column(Counter counter) {
        return Column.less(counter + "/" + per);
    }
}
