package io.lockkeeper.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The processes of this machine and their groups: from {@code /proc} on Linux, from {@code ps} elsewhere. */
final class ProcessTable {

    private static final Path PROC = Path.of("/proc");
    private static final boolean LINUX = Files.isReadable(PROC.resolve("self/stat"));

    /** One option a column: the BSDs and POSIX take all that follows the first {@code =} for that column's title. */
    static final List<String> PS = List.of("ps", "-A", "-o", "pid=", "-o", "pgid=", "-o", "stat=");

    private static final String SELF = Long.toString(ProcessHandle.current().pid());

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
        try {
            Row leader = LINUX && hasOwnNumbers(PROC) ? read(PROC.resolve(Long.toString(id))) : null;
            return leader == null ? 0 : leader.start;
        } catch (IOException unreadable) {
            return 0;
        }
    }

    /** Whether a process runs in a group. If that cannot be found out, as by a table without this process, one does. */
    static boolean hasGroup(long group) {
        try {
            return LINUX ? procHasGroup(PROC, group) : psHasGroup(group, PS);
        } catch (IOException unreadable) {
            return true; // A lock that waits in vain can be freed by hand; one that is held twice cannot.
        }
    }

    /** Whether what is read here is about this process's PID namespace. */
    static boolean showsThisNamespace() {
        try {
            return !LINUX || hasOwnNumbers(PROC);
        } catch (IOException unreadable) {
            return false;
        }
    }

    /** Whether the table is of this process's PID namespace, which may lack a {@code /proc} of its own. */
    static boolean hasOwnNumbers(Path proc) throws IOException {
        return Files.readSymbolicLink(proc.resolve("self")).endsWith(SELF);
    }

    static boolean procHasGroup(Path proc, long group) throws IOException {
        if (!hasOwnNumbers(proc)) {
            return true;
        }
        Row leader = read(proc.resolve(Long.toString(group)));
        if (leader != null && leader.runsIn(group)) {
            return true;
        }
        boolean complete = false;
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                Row row = read(process);
                if (row != null && row.runsIn(group)) {
                    return true;
                }
                complete |= row != null && process.endsWith(SELF);
            }
        } catch (DirectoryIteratorException unreadable) {
            throw unreadable.getCause();
        }
        return !complete;
    }

    /** Null if the process has ended, or may not be seen. */
    private static @Nullable Row read(Path process) throws IOException {
        Path file = process.resolve("stat");
        try {
            String stat = Files.readString(file, ISO_8859_1);
            // "pid (name) state parent group …", and the name may hold anything, parentheses too.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return new Row(
                    fields[0].charAt(0),
                    Long.parseLong(fields[2]),
                    Integer.parseInt(fields[17]),
                    Long.parseLong(fields[19]));
        } catch (IOException unreadable) {
            if (Files.isReadable(file)) {
                throw unreadable; // As when too many files are open.
            }
            return null;
        }
    }

    /** Zombies with threads are shown with an {@code l}. */
    static boolean psHasGroup(long group, List<String> command) throws IOException {
        Process ps = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        boolean complete = false;
        try (BufferedReader lines = ps.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.strip().split("\\s+", 3);
                if (words.length < 3) {
                    throw new IOException("ps printed " + line);
                }
                boolean lives = !words[2].startsWith("Z") || words[2].contains("l");
                if (lives && words[1].equals(Long.toString(group))) {
                    return true;
                }
                complete |= words[0].equals(SELF);
            }
        }
        return !complete || ps.onExit().join().exitValue() != 0;
    }
}
