package io.lockkeeper.cli;

import java.util.List;

/** Rows in columns that fit a width: the widest columns are cut first, with an ellipsis. */
final class Table {
    private static final String GAP = "  ";
    /** Below this, a column says nothing any more, and lines become longer than the terminal is wide. */
    private static final int NARROWEST = 8;

    private Table() {}

    static String of(List<String> headings, List<List<String>> rows, int width) {
        int[] widths = new int[headings.size()];
        for (int column = 0; column < widths.length; column++) {
            widths[column] = columns(headings.get(column));
            for (List<String> row : rows) {
                widths[column] = Math.max(widths[column], columns(row.get(column)));
            }
        }
        fit(widths, width);
        StringBuilder text = new StringBuilder();
        line(text, headings, widths);
        for (List<String> row : rows) {
            line(text, row, widths);
        }
        return text.toString();
    }

    private static void fit(int[] widths, int width) {
        int excess = (widths.length - 1) * GAP.length() - width;
        for (int each : widths) {
            excess += each;
        }
        for (; excess > 0; excess--) {
            int widest = 0;
            for (int column = 1; column < widths.length; column++) {
                widest = widths[column] > widths[widest] ? column : widest;
            }
            if (widths[widest] <= NARROWEST) {
                return;
            }
            widths[widest]--;
        }
    }

    private static void line(StringBuilder text, List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String cell = cut(cells.get(column), widths[column]);
            line.append(column == 0 ? "" : GAP).append(cell).append(" ".repeat(widths[column] - columns(cell)));
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }

    /** The text in at most so many columns. */
    static String cut(String text, int width) {
        if (columns(text) <= width) {
            return text;
        }
        StringBuilder kept = new StringBuilder();
        int used = 1;
        for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
            int point = text.codePointAt(at);
            used += columns(point);
            if (used > width) {
                break;
            }
            kept.appendCodePoint(point);
        }
        return kept.append('…').toString();
    }

    /** How many columns of a terminal a text takes. */
    static int columns(String text) {
        int columns = 0;
        for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
            columns += columns(text.codePointAt(at));
        }
        return columns;
    }

    private static int columns(int point) {
        int type = Character.getType(point);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        // Hangul, the ideographs and their punctuation, full-width forms, most emoji.
        boolean wide = (point >= 0x1100 && point <= 0x115f)
                || (point >= 0x2e80 && point <= 0xa4cf)
                || (point >= 0xac00 && point <= 0xd7a3)
                || (point >= 0xf900 && point <= 0xfaff)
                || (point >= 0xfe30 && point <= 0xfe6f)
                || (point >= 0xff00 && point <= 0xff60)
                || (point >= 0xffe0 && point <= 0xffe6)
                || (point >= 0x1f300 && point <= 0x1faff)
                || (point >= 0x20000 && point <= 0x3fffd);
        return wide ? 2 : 1;
    }
}
