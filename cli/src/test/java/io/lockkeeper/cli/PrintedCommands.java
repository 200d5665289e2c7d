package io.lockkeeper.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The command lines of {@code lockkeeper} that documentation and examples print. */
final class PrintedCommands {
    private static final Set<String> NAMES = Set.of("lockkeeper", "./lockkeeper", "/usr/bin/lockkeeper");
    private static final Pattern KEYWORD =
            Pattern.compile("do|then|else|if|while|until|!|exec|[A-Za-z_]\\w*=.*", Pattern.DOTALL);
    private static final Pattern FENCED = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```$");
    private static final Pattern INLINE = Pattern.compile("`([^`\\n]+)`");

    private PrintedCommands() {}

    /** Of a shell's text, without their first word. */
    static List<List<String>> inShell(String text) {
        List<List<String>> lines = new ArrayList<>();
        for (List<String> command : ShellText.commands(text)) {
            int first = 0;
            while (first < command.size() && KEYWORD.matcher(command.get(first)).matches()) {
                first++;
            }
            int dashes = command.indexOf("--") + 1;
            if (first < command.size() && NAMES.contains(command.get(first))) {
                lines.add(command.subList(first + 1, command.size()));
            } else if (dashes > 0 && dashes < command.size() && NAMES.contains(command.get(dashes))) {
                lines.add(command.subList(dashes + 1, command.size()));
            } else {
                // As ssh HOST 'lockkeeper list'.
                command.stream()
                        .filter(word -> word.contains("lockkeeper "))
                        .forEach(word -> lines.addAll(inShell(word)));
            }
        }
        return lines;
    }

    /** Of a page: those in its blocks of shell text, and those in its sentences, which may be incomplete. */
    static List<List<String>> inMarkdown(Path page) throws IOException {
        String text = Files.readString(page);
        List<List<String>> lines = new ArrayList<>();
        Matcher fenced = FENCED.matcher(text);
        while (fenced.find()) {
            if (fenced.group(1).equals("sh")) {
                lines.addAll(inShell(fenced.group(2)));
            }
        }
        Matcher inline = INLINE.matcher(FENCED.matcher(text).replaceAll(""));
        while (inline.find()) {
            inShell(inline.group(1)).stream()
                    .filter(words -> !words.isEmpty())
                    .map(CommandCheck::completed)
                    .forEach(lines::add);
        }
        return lines;
    }

    /** The text of the blocks of a page that are in no language, as files and settings are. */
    static List<String> plainBlocks(Path page) throws IOException {
        List<String> blocks = new ArrayList<>();
        Matcher fenced = FENCED.matcher(Files.readString(page));
        while (fenced.find()) {
            if (fenced.group(1).isEmpty()) {
                blocks.add(fenced.group(2));
            }
        }
        return blocks;
    }
}
