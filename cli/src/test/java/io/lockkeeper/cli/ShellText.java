package io.lockkeeper.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Shell text taken apart into simple commands, each a list of words. Knows quotes, comments, continued lines and redirections;
 * expands nothing. Here-documents and commands within {@code "$(…)"} are not understood.
 */
final class ShellText {
    private final String text;
    private final List<List<String>> commands = new ArrayList<>();
    private List<String> words = new ArrayList<>();
    private @Nullable StringBuilder word;
    private boolean redirected;
    private int at;

    private ShellText(String text) {
        this.text = text;
    }

    static List<List<String>> commands(String text) {
        ShellText shell = new ShellText(text);
        shell.read();
        return shell.commands;
    }

    private void read() {
        while (at < text.length()) {
            char next = text.charAt(at++);
            switch (next) {
                case '\\' -> escaped();
                case '\'' -> append(upTo('\''));
                case '"' -> append(doubleQuoted());
                case ' ', '\t' -> endWord();
                case '<', '>' -> redirect();
                case '\n', ';', '|', '&', '(', ')', '`' -> endCommand();
                case '#' -> hash();
                default -> append(String.valueOf(next));
            }
        }
        endCommand();
    }

    private void append(String part) {
        if (word == null) {
            word = new StringBuilder();
        }
        word.append(part);
    }

    private void escaped() {
        if (at < text.length()) {
            char next = text.charAt(at++);
            if (next != '\n') {
                append(String.valueOf(next));
            }
        }
    }

    private String upTo(char quote) {
        int end = text.indexOf(quote, at);
        if (end < 0) {
            throw new AssertionError("a " + quote + " is not closed in: " + text);
        }
        String quoted = text.substring(at, end);
        at = end + 1;
        return quoted;
    }

    private String doubleQuoted() {
        StringBuilder quoted = new StringBuilder();
        while (at < text.length() && text.charAt(at) != '"') {
            char next = text.charAt(at++);
            boolean escapes = next == '\\' && at < text.length() && "\"\\$`\n".indexOf(text.charAt(at)) >= 0;
            quoted.append(escapes ? text.charAt(at++) : next);
        }
        if (at++ >= text.length()) {
            throw new AssertionError("a \" is not closed in: " + text);
        }
        return quoted.toString();
    }

    private void hash() {
        if (word != null) {
            append("#");
        } else {
            int end = text.indexOf('\n', at);
            at = end < 0 ? text.length() : end;
        }
    }

    /** The number before it and the file behind it are no words of the command. */
    private void redirect() {
        if (word != null && word.toString().matches("[0-9]")) {
            word = null;
        }
        endWord();
        redirected = true;
    }

    private void endWord() {
        if (word != null) {
            if (!redirected) {
                words.add(word.toString());
            }
            redirected = false;
            word = null;
        }
    }

    private void endCommand() {
        endWord();
        redirected = false;
        if (!words.isEmpty()) {
            commands.add(words);
            words = new ArrayList<>();
        }
    }
}
