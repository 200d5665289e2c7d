package io.lockkeeper.bench.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A scenario's first figure as an SVG: a bar to the median, a line over the range. Light or dark, as the reader's screen. */
public final class Chart {
    private static final int WIDTH = 760;
    private static final int LABELS = 260;
    private static final int FIGURES = 170;
    private static final int TOP = 58;
    private static final int ROW = 26;
    private static final int BAR = 16;
    private static final String STYLE = """
        text { font: 13px system-ui, sans-serif; fill: #1f2328; }
        .title { font-size: 15px; font-weight: 600; }
        .quiet { fill: #59636e; }
        .peer { fill: #afb8c1; }
        .ours { fill: #1a7f64; }
        .range { stroke: #1f2328; stroke-width: 1.5; }
        @media (prefers-color-scheme: dark) {
          text { fill: #e6edf3; }
          .quiet { fill: #9198a1; }
          .peer { fill: #57606a; }
          .ours { fill: #3fb68b; }
          .range { stroke: #e6edf3; }
        }
        """;

    private final Results results;
    private final Column column;
    private final double scale;
    private final StringBuilder svg = new StringBuilder();

    private Chart(Results results) {
        this.results = results;
        this.column = results.columns().get(0);
        double most = results.entrants().stream()
                .flatMap(entrant -> results.spread(entrant, column).stream())
                .mapToDouble(Spread::most)
                .max()
                .orElse(1);
        this.scale = (WIDTH - LABELS - FIGURES) / Math.max(most, Double.MIN_NORMAL);
    }

    /** Returns the drawing. */
    public static String svg(Results results) {
        return new Chart(results).draw();
    }

    private String draw() {
        List<String> entrants = results.entrants();
        int height = TOP + entrants.size() * ROW + 8;
        svg.append(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">\n"
                        .formatted(WIDTH, height, WIDTH, height));
        svg.append("<title>").append(escape(results.title())).append("</title>\n");
        svg.append("<style>\n").append(STYLE).append("</style>\n");
        text(8, 22, "title", results.id().toUpperCase(Locale.ROOT) + ": " + results.title());
        String direction = column.better() == Column.Better.MORE ? "more is better" : "less is better";
        text(8, 42, "quiet", column.name() + ", " + direction + rounds());
        int top = TOP;
        for (String entrant : entrants) {
            row(entrant, top);
            top += ROW;
        }
        return svg.append("</svg>\n").toString();
    }

    private String rounds() {
        return results.rounds() == 1 ? "" : "; median and range of " + results.rounds() + " rounds";
    }

    private void row(String entrant, int top) {
        text(8, top + 13, "name", entrant);
        Optional<Spread> measured = results.spread(entrant, column);
        if (measured.isEmpty()) {
            text(LABELS, top + 13, "quiet", "failed");
            return;
        }
        Spread spread = measured.get();
        String kind = entrant.startsWith("lockkeeper") ? "ours" : "peer";
        svg.append("<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%s\" height=\"%d\"/>\n"
                .formatted(kind, LABELS, top, length(spread.median()), BAR));
        svg.append("<line class=\"range\" x1=\"%s\" x2=\"%s\" y1=\"%d\" y2=\"%d\"/>\n"
                .formatted(position(spread.least()), position(spread.most()), top + BAR / 2, top + BAR / 2));
        text((int) (LABELS + spread.most() * scale) + 8, top + 13, "figure", Figures.format(spread.median()));
    }

    private void text(int x, int y, String kind, String words) {
        svg.append("<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n".formatted(kind, x, y, escape(words)));
    }

    private String position(double value) {
        return String.format(Locale.ROOT, "%.1f", LABELS + value * scale);
    }

    private String length(double value) {
        return String.format(Locale.ROOT, "%.1f", value * scale);
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
