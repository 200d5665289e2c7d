package io.lockkeeper.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The processes of this machine and their groups: from {@code /proc} on Linux, from {@code ps} elsewhere. */
final class ProcessTable {

    private static final Path PROC = Path.of("/proc");
    private static final boolean LINUX = Files.isReadable(PROC.resolve("self/stat"));

    private ProcessTable() {}

    /** A line of the table. */
    private record Row(char state, long group, int threads, long start) {

        boolean runsIn(long wanted) {
            // A zombie with more than one thread is a process whose first thread has ended.
            return group == wanted && ((state != 'Z' && state != 'X') || threads > 1);
        }
    }

    /** When the process with this id started, in ticks since the machine did; 0 if there is none or nobody says. */
    static long leaderStart(long id) {
        Row leader = LINUX ? read(PROC.resolve(Long.toString(id))) : null;
        return leader == null ? 0 : leader.start;
    }

    /** Whether a process runs in a group. If that cannot be found out, one does. */
    static boolean hasGroup(long group) {
        try {
            return LINUX ? procHasGroup(group) : psHasGroup(group);
        } catch (IOException unreadable) {
            return true; // A lock that waits in vain can be freed by hand; one that is held twice cannot.
        }
    }

    private static boolean procHasGroup(long group) throws IOException {
        Row leader = read(PROC.resolve(Long.toString(group)));
        if (leader != null && leader.runsIn(group)) {
            return true;
        }
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                Row row = read(process);
                if (row != null && row.runsIn(group)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static @Nullable Row read(Path process) {
        try {
            String stat = Files.readString(process.resolve("stat"), ISO_8859_1);
            // "pid (name) state parent group …", and the name may hold anything, parentheses too.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return new Row(
                    fields[0].charAt(0),
                    Long.parseLong(fields[2]),
                    Integer.parseInt(fields[17]),
                    Long.parseLong(fields[19]));
        } catch (IOException ended) {
            return null;
        }
    }

    private static boolean psHasGroup(long group) throws IOException {
        Process ps = new ProcessBuilder("ps", "-A", "-o", "pgid=,stat=")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader lines = ps.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.strip().split("\\s+", -1);
                if (words[0].equals(Long.toString(group)) && !words[words.length - 1].startsWith("Z")) {
                    return true;
                }
            }
        }
        return false;
    }
}
