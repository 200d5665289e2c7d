package io.lockkeeper.cli;

/** The manual page {@code lockkeeper(1)} in roff, written from the verbs' syntax. */
final class ManPage {
    private final StringBuilder page = new StringBuilder();

    private ManPage() {}

    static String of(String version, String notes) {
        ManPage manual = new ManPage();
        manual.write(version, notes);
        return manual.page.toString();
    }

    private void write(String version, String notes) {
        page.append(".\\\" Written by lockkeeper help --man.\n");
        request("TH", "LOCKKEEPER", "1", "", "lockkeeper " + version, "User Commands");
        // Neither stretched to the right margin nor hyphenated: URLs are long, and copied.
        request("ad", "l");
        request("nh");
        request("SH", "NAME");
        text("lockkeeper - runs commands under distributed locks, and shows the holders and waiters of locks");
        request("SH", "SYNOPSIS");
        for (Syntax syntax : Verbs.syntaxes()) {
            bold(syntax.usage());
            request("br");
        }
        request("SH", "VERBS");
        Verbs.syntaxes().forEach(this::verb);
        request("SH", "STORES");
        literal(StoresTopic.TEXT);
        request("SH", "NOTES");
        literal(notes);
        request("SH", "SEE ALSO");
        text("flock(1), sysexits(3)");
    }

    private void verb(Syntax syntax) {
        request("SS", syntax.verb());
        bold(syntax.usage());
        request("PP");
        text(syntax.summary());
        for (Option option : syntax.options()) {
            request("TP");
            String letter = option.letter().isEmpty() ? "" : "-" + option.letter() + ", ";
            String argument = option.isFlag() ? "" : " \\fI" + escaped(option.argument()) + "\\fR";
            page.append("\\fB")
                    .append(escaped(letter + option.name()))
                    .append("\\fR")
                    .append(argument)
                    .append('\n');
            text(option.help());
        }
        if (!syntax.notes().isEmpty()) {
            request("PP");
            literal(syntax.notes());
        }
    }

    private void request(String name, String... arguments) {
        page.append('.').append(name);
        for (String argument : arguments) {
            String word = escaped(argument).replace("\"", "\\(dq");
            page.append(' ').append(word.isEmpty() || word.contains(" ") ? '"' + word + '"' : word);
        }
        page.append('\n');
    }

    private void bold(String line) {
        page.append("\\fB").append(escaped(line)).append("\\fR\n");
    }

    private void text(String paragraph) {
        page.append(guarded(escaped(paragraph))).append('\n');
    }

    /** Lines as they are, such as tables of exit codes. */
    private void literal(String lines) {
        request("nf");
        lines.stripTrailing().lines().forEach(this::text);
        request("fi");
    }

    /** A point or an apostrophe at the start of a line would be a request. */
    private static String guarded(String line) {
        return line.startsWith(".") || line.startsWith("'") ? "\\&" + line : line;
    }

    /** Characters that mean something, or would be typeset as others; and those beyond ASCII, whatever the page's encoding. */
    private static String escaped(String text) {
        StringBuilder roff = new StringBuilder();
        text.codePoints().forEach(point -> {
            switch (point) {
                case '\\' -> roff.append("\\e");
                case '-' -> roff.append("\\-");
                case '\'' -> roff.append("\\(aq");
                case '`' -> roff.append("\\(ga");
                case '^' -> roff.append("\\(ha");
                case '~' -> roff.append("\\(ti");
                default -> {
                    if (point < 128) {
                        roff.appendCodePoint(point);
                    } else {
                        roff.append("\\[u%04X]".formatted(point));
                    }
                }
            }
        });
        return roff.toString();
    }
}
