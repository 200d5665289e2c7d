package io.lockkeeper.cli;

import io.lockkeeper.servers.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits for what can be observed, by looking again and again. */
final class Eventually {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private Eventually() {}

    static void until(String what, Callable<Boolean> isTrue) throws Exception {
        Await.until(what, LIMIT, isTrue);
    }

    /** The file's only line, once it is written whole. */
    static String line(Path file) throws Exception {
        until(
                file + " is written",
                () -> Files.exists(file) && Files.readString(file).endsWith("\n"));
        return Files.readString(file).strip();
    }

    static long number(Path file) throws Exception {
        return Long.parseLong(line(file));
    }

    static boolean isAlive(long pid) throws IOException {
        Path stat = Path.of("/proc", Long.toString(pid), "stat");
        if (!Files.exists(Path.of("/proc/self/stat"))) {
            return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
        }
        try {
            return !Files.readString(stat).contains(") Z ");
        } catch (IOException e) {
            return false; // It is gone.
        }
    }
}
