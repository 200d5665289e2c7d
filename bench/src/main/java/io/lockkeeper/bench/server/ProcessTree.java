package io.lockkeeper.bench.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.LongStream;

/**
 * A server's process and all that it started, as Linux accounts for them, in hundredths of a second.
 *
 * @param root the server's process
 */
record ProcessTree(ProcessHandle root) {
    /** USER_HZ, which is the same on all of Linux that Java runs on. */
    private static final double TICKS_PER_SECOND = 100;

    /** Where utime stands behind the process's name; stime, cutime and cstime follow. */
    private static final int FIRST_TIME = 11;

    private static final int TIMES = 4;

    /** Returns the time they had of the processors until now, that of processes which have ended included. */
    double cpuSeconds() {
        long ticks = LongStream.concat(
                        LongStream.of(root.pid()), root.descendants().mapToLong(ProcessHandle::pid))
                .map(ProcessTree::ticks)
                .sum();
        return ticks / TICKS_PER_SECOND;
    }

    /** Of a process that has just ended, its parent tells. */
    private static long ticks(long pid) {
        try {
            return ticks(Files.readString(Path.of("/proc", Long.toString(pid), "stat")));
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads a line such as {@code 17 (a name) S 1 …}, where the name may hold anything. */
    static long ticks(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        long ticks = 0;
        for (int i = FIRST_TIME; i < FIRST_TIME + TIMES; i++) {
            ticks += Long.parseLong(fields[i]);
        }
        return ticks;
    }
}
