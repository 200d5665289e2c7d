package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The process groups of this machine, as far as this process may see them: other PID namespaces, and other users'
 * processes where {@code /proc} is mounted with {@code hidepid}, are out of sight.
 */
final class ProcessGroups {
    private static final Path PROC = Path.of("/proc");

    private ProcessGroups() {}

    /**
     * Whether any process of the group lives. Zombies, which nobody may ever collect, do not.
     *
     * @throws UncheckedIOException if that cannot be found out
     */
    static boolean alive(long group) {
        try {
            return Files.isReadable(PROC.resolve("self/stat")) ? aliveInProc(group) : aliveInPs(group);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean aliveInProc(long group) throws IOException {
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                if (livesIn(group, process)) {
                    return true;
                }
            }
            return false;
        }
    }

    private static boolean livesIn(long group, Path process) {
        String stat;
        try {
            stat = new String(Files.readAllBytes(process.resolve("stat")), ISO_8859_1);
        } catch (IOException e) {
            return false; // It ended after it was listed.
        }
        // "pid (name) state ppid pgrp …", where the name may hold blanks and parentheses.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        // A zombie with more than one thread is a process whose first thread has ended.
        boolean ended = fields[0].matches("[ZX]") && Integer.parseInt(fields[17]) <= 1;
        return Long.parseLong(fields[2]) == group && !ended;
    }

    static boolean aliveInPs(long group) throws IOException {
        Process ps = new ProcessBuilder("ps", "-A", "-o", "pgid=,stat=")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var rows = ps.inputReader(ISO_8859_1)) {
            return rows.lines().map(row -> row.strip().split(" +")).anyMatch(row -> {
                return Long.parseLong(row[0]) == group && !row[1].startsWith("Z");
            });
        }
    }
}
