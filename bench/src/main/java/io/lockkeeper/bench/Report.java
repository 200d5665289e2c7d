package io.lockkeeper.bench;

import io.lockkeeper.bench.report.Chart;
import io.lockkeeper.bench.report.Results;
import io.lockkeeper.bench.report.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** The file with the tables, and beside it a chart for each scenario. Written after each, so that a broken run shows. */
final class Report {
    private final Path file;
    private final StringBuilder text = new StringBuilder();

    Report(Path file, String surroundings) {
        this.file = file;
        text.append("# Benchmark results\n\n").append(surroundings);
    }

    /** Adds a scenario. */
    void add(Results results) throws IOException {
        text.append('\n').append(Tables.markdown(results));
        Path chart = file.toAbsolutePath().normalize().resolveSibling(results.id() + ".svg");
        Files.createDirectories(Objects.requireNonNull(chart.getParent()));
        Files.writeString(file, text);
        Files.writeString(chart, Chart.svg(results));
    }
}
