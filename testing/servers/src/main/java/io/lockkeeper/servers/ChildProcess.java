package io.lockkeeper.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * One run of a program that this JVM started and that ends with it.
 *
 * <p>Thread-safe.
 */
final class ChildProcess {
    private static final Duration STOP_AT_ONCE = Duration.ofSeconds(10);

    private final Process process;

    private ChildProcess(Process process) {
        this.process = process;
    }

    static ChildProcess start(ProcessBuilder builder) {
        try {
            Process process = builder.start();
            Watchman.watch(process);
            return new ChildProcess(process);
        } catch (IOException e) {
            throw new UncheckedIOException("could not start " + builder.command(), e);
        }
    }

    Process process() {
        return process;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Stops all threads of the process and returns when they stand still. */
    void pause() {
        signal(Signal.STOP);
        if (!Uninterruptibly.poll(this::standsStill, STOP_AT_ONCE)) {
            throw new AssertionError("process " + pid() + " did not stop within " + STOP_AT_ONCE);
        }
    }

    /** Lets a paused process go on; one that runs is left as it is. */
    void resume() {
        signal(Signal.CONT);
    }

    /** Ends the process with SIGKILL and returns when it is gone. */
    void kill() {
        process.toHandle()
                .destroyForcibly(); // Unlike the process's own method it closes no streams: last words are kept.
        Uninterruptibly.join(process);
    }

    /** Asks the process to end, kills it if it takes longer than the grace, returns when it is gone. */
    void stop(Duration grace) {
        stop(grace, Signal.TERM);
    }

    /** Asks the process to end by a signal, kills it if it takes longer than the grace, returns when it is gone. */
    void stop(Duration grace, Signal by) {
        if (!isAlive()) {
            return;
        }
        try {
            signal(by);
            resume();
        } catch (IllegalStateException e) {
            // It ended before it could be asked or resumed, which is what is asked for.
        }
        if (!Uninterruptibly.join(process, grace)) {
            kill();
        }
    }

    private void signal(Signal signal) {
        if (!isAlive()) {
            throw new IllegalStateException("process " + pid() + " has ended with exit code " + process.exitValue());
        }
        signal.send(pid());
    }

    /** Asks the kernel where it can be asked, which is on Linux; elsewhere the signal has to do. */
    private boolean standsStill() {
        Path tasks = Path.of("/proc", Long.toString(pid()), "task");
        if (!Files.isDirectory(tasks)) {
            return true;
        }
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                if (!standsStill(thread)) {
                    return false;
                }
            }
            return true;
        } catch (IOException | DirectoryIteratorException endedMeanwhile) {
            return false; // The next look tells.
        }
    }

    private static boolean standsStill(Path thread) throws IOException {
        try {
            String stat = Files.readString(thread.resolve("stat"));
            // "pid (name) state …", and the name may hold anything, parentheses too.
            char state = stat.charAt(stat.lastIndexOf(')') + 2);
            return state == 'T' || state == 't' || state == 'Z' || state == 'X';
        } catch (NoSuchFileException e) {
            return true;
        }
    }
}
