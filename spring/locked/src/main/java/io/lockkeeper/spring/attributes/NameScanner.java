package io.lockkeeper.spring.attributes;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits a name into text, arguments and expressions. */
final class NameScanner {

    private static final String IDENTIFIER = "[\\p{L}_$][\\p{L}\\p{N}_$]*";
    private static final Pattern ARGUMENT =
            Pattern.compile("#(" + IDENTIFIER + ")((?:\\??\\." + IDENTIFIER + "(?:\\(\\))?)*)");

    private final String text;
    private final Parameters parameters;
    private final List<NamePart> parts = new ArrayList<>();
    private final StringBuilder literal = new StringBuilder();

    private NameScanner(String text, Parameters parameters) {
        this.text = text;
        this.parameters = parameters;
    }

    static List<NamePart> scan(String text, Parameters parameters) {
        return new NameScanner(text, parameters).scan();
    }

    private List<NamePart> scan() {
        Matcher argument = ARGUMENT.matcher(text);
        int at = 0;
        while (at < text.length()) {
            if (text.startsWith("#{", at)) {
                int end = closingBrace(at + 2);
                String inner = text.substring(at + 2, end);
                add(new NamePart.Computed(text.substring(at, end + 1), Expressions.parse(inner, parameters)));
                at = end + 1;
            } else if (text.charAt(at) == '#' && argument.find(at) && argument.start() == at) {
                add(argument(argument));
                at = argument.end();
            } else {
                literal.append(text.charAt(at++));
            }
        }
        flush();
        return parts;
    }

    private NamePart argument(Matcher found) {
        if (found.group(2).isEmpty()) {
            return new NamePart.Argument(found.group(), parameters.index(found.group(1)));
        }
        return new NamePart.Computed(found.group(), Expressions.parse(found.group(), parameters));
    }

    private void add(NamePart part) {
        flush();
        parts.add(part);
    }

    private void flush() {
        if (!literal.isEmpty()) {
            parts.add(new NamePart.Literal(literal.toString()));
            literal.setLength(0);
        }
    }

    /** Where an expression ends: braces inside of it are in pairs, unless they are quoted. */
    private int closingBrace(int from) {
        int depth = 0;
        char quote = 0;
        for (int at = from; at < text.length(); at++) {
            char c = text.charAt(at);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (c == '{') {
                depth++;
            } else if (c == '}' && depth-- == 0) {
                return at;
            }
        }
        throw new IllegalArgumentException("an expression in the name \"" + text + "\" has no end: a '}' is missing");
    }
}
