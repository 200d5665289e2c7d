package io.lockkeeper.cli;

import java.util.ArrayList;
import java.util.List;

/** A verb's help, set for 80 columns. */
final class Help {
    private static final int WIDTH = 80;
    private static final int INDENT = 26;

    private Help() {}

    static String of(Syntax syntax) {
        StringBuilder text = new StringBuilder("Usage: ").append(syntax.usage()).append("\n\n");
        text.append(wrapped(syntax.summary(), 0)).append("\n");
        text.append("\nOptions:\n");
        for (Option option : syntax.options()) {
            text.append(row(left(option), option.help()));
        }
        if (!syntax.notes().isEmpty()) {
            text.append('\n').append(syntax.notes().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private static String left(Option option) {
        String letter = option.letter().isEmpty() ? "    " : "-" + option.letter() + ", ";
        return letter + option.name() + (option.isFlag() ? "" : " " + option.argument());
    }

    /** Two columns, the second wrapped. */
    static String row(String left, String right) {
        String start = "  " + left;
        String gap = start.length() < INDENT - 1 ? " ".repeat(INDENT - start.length()) : "\n" + " ".repeat(INDENT);
        return start + gap + wrapped(right, INDENT) + "\n";
    }

    private static String wrapped(String text, int indent) {
        return wrapped(text, indent, 0);
    }

    /**
     * A text in lines.
     *
     * @param indent where all lines but the first begin
     * @param used how much longer than the indent what stands before the first line is
     */
    static String wrapped(String text, int indent, int used) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            int before = indent + (lines.isEmpty() ? used : 0);
            if (!line.isEmpty() && before + line.length() + 1 + word.length() > WIDTH) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return String.join("\n" + " ".repeat(indent), lines);
    }
}
