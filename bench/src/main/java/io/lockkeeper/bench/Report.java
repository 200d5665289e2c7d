package io.lockkeeper.bench;

import io.lockkeeper.bench.report.Chart;
import io.lockkeeper.bench.report.Results;
import io.lockkeeper.bench.report.Tables;
import io.lockkeeper.bench.server.ServerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** The file with the tables, and beside it a chart for each scenario. Written after each, so that a broken run shows. */
final class Report {
    private final Path file;
    private final ServerKind kind;
    private final StringBuilder text = new StringBuilder();

    Report(Path file, ServerKind kind, String surroundings) {
        this.file = file;
        this.kind = kind;
        text.append("# Benchmark results\n\n").append(surroundings);
    }

    /** Adds a scenario. */
    void add(Results results) throws IOException {
        text.append('\n').append(Tables.markdown(results));
        Path chart = file.toAbsolutePath().normalize().resolveSibling(kind.fileName(results.id(), ".svg"));
        Files.createDirectories(Objects.requireNonNull(chart.getParent()));
        Files.writeString(file, text);
        Files.writeString(chart, Chart.svg(results));
    }
}
