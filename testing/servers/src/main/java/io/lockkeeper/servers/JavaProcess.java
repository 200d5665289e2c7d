package io.lockkeeper.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * Another JVM, to be talked to through its standard streams, and paused and killed.
 *
 * <pre>{@code
 * try (JavaProcess holder = JavaProcess.start(Holder.class, redis.url())) {
 *   holder.awaitLine(line -> line.startsWith("held"), Duration.ofSeconds(10));
 *   holder.kill();
 * }
 * }</pre>
 *
 * <p>Ends with this JVM at the latest. Thread-safe. Orders given to a process that has ended are
 * {@link IllegalStateException}s.
 */
public final class JavaProcess implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final TempDirectory directory;
    private final Path errors;
    private final ChildProcess child;
    private final LineReader lines;

    JavaProcess(ProcessBuilder builder, String name) {
        directory = TempDirectory.create("jvm");
        errors = directory.path().resolve("stderr.log");
        child = ChildProcess.start(builder.redirectError(Redirect.to(errors.toFile())));
        lines = LineReader.start(child.process().getInputStream(), name + "-" + child.pid());
    }

    /** Starts a JVM that runs this class's {@code main}; {@link JavaCommand} can say more. */
    public static JavaProcess start(Class<?> main, String... arguments) {
        return JavaCommand.of(main, arguments).start();
    }

    /**
     * Waits for a line of standard output, and returns it; the lines before it are skipped, so that the next call goes
     * on behind it.
     *
     * @throws AssertionError if it doesn't come in time, or the output ends before; the message tells what came instead
     */
    public String awaitLine(Predicate<String> wanted, Duration atMost) {
        return lines.await(wanted, atMost)
                .orElseThrow(() -> new AssertionError("the line did not come; " + describe()));
    }

    /** Returns the last lines of standard output, 1000 at most, awaited or not. */
    public List<String> output() {
        return lines.recent();
    }

    /** Returns what the process wrote to standard error. */
    public String errors() {
        try {
            return Files.readString(errors, UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Writes a line to the process's standard input.
     *
     * @throws UncheckedIOException if the process has ended
     */
    public synchronized void writeLine(String line) {
        try {
            child.process().getOutputStream().write((line + "\n").getBytes(UTF_8));
            child.process().getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(describe(), e);
        }
    }

    /** Stops the JVM where it is (SIGSTOP), as a very long collection of garbage does. */
    public void pause() {
        child.pause();
    }

    /** Lets a paused JVM go on (SIGCONT). */
    public void resume() {
        child.resume();
    }

    /** Ends the JVM at once (SIGKILL); returns when it is gone. */
    public void kill() {
        child.kill();
    }

    /** Asks the JVM to end (SIGTERM: shutdown hooks run), kills it after 10 seconds. */
    public void stop() {
        child.stop(GRACE);
    }

    /**
     * Waits for the JVM to end by itself, and returns its exit code: 128 and the signal's number if a signal ended it.
     *
     * @throws AssertionError if it doesn't end in time
     */
    public int awaitExit(Duration atMost) {
        if (!Uninterruptibly.join(child.process(), atMost)) {
            throw new AssertionError("no end within " + atMost + "; " + describe());
        }
        return child.process().exitValue();
    }

    /** Returns whether the process runs; a paused one does. */
    public boolean isAlive() {
        return child.isAlive();
    }

    /** Returns the process id. */
    public long pid() {
        return child.pid();
    }

    /** Kills the JVM. */
    @Override
    public void close() {
        child.kill();
        directory.close();
    }

    private String describe() {
        String state = isAlive() ? "runs" : "ended with " + child.process().exitValue();
        return "process %d %s; it printed:%n%s%nand to standard error:%n%s"
                .formatted(pid(), state, String.join("\n", output()), errors());
    }
}
