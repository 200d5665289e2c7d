package io.lockkeeper.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Results as Markdown. */
public final class Tables {
    private Tables() {}

    /** Returns a heading, a table with the median over the rounds and its range in each cell, and the notes. */
    public static String markdown(Results results) {
        StringBuilder text = new StringBuilder();
        text.append("## ").append(results.id().toUpperCase(Locale.ROOT));
        text.append(": ").append(results.title()).append("\n\n");
        List<String> head = new ArrayList<>(List.of("contestant"));
        results.columns().forEach(column -> head.add(column.name()));
        head.add("guard");
        text.append(row(head));
        text.append(row(head.stream().map(any -> "---").toList()));
        for (String entrant : results.entrants()) {
            List<String> cells = new ArrayList<>(List.of(entrant));
            for (Column column : results.columns()) {
                cells.add(results.spread(entrant, column).map(Spread::toString).orElse("–"));
            }
            cells.add(results.verdict(entrant).replace("|", "\\|"));
            text.append(row(cells));
        }
        for (String entrant : results.entrants()) {
            results.note(entrant)
                    .ifPresent(note -> text.append("\n**")
                            .append(entrant)
                            .append("**: ")
                            .append(note)
                            .append('\n'));
        }
        return text.toString();
    }

    private static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }
}
