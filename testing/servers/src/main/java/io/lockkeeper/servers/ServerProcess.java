package io.lockkeeper.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A real server process that tests pause, kill and restart.
 *
 * <p>A restart uses the same command line, so the same port and directory. Signals go to the server's own process;
 * there is no wrapper around it. It ends with this JVM at the latest.
 *
 * <p>Thread-safe. Orders given to a process that has ended are {@link IllegalStateException}s.
 */
public final class ServerProcess implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final ServerCommand command;
    private final Path log;
    private volatile @Nullable ChildProcess run;
    private volatile Duration startTime = Duration.ZERO;

    ServerProcess(ServerCommand command) {
        this.command = command;
        this.log = command.directory().path().resolve("server.log");
    }

    /** Stops the server where it is (SIGSTOP); its connections stay open and unanswered. */
    public void pause() {
        run().pause();
    }

    /** Lets a paused server go on (SIGCONT). */
    public void resume() {
        run().resume();
    }

    /** Ends the server at once (SIGKILL), as a crash does; returns when it and the processes that it made are gone. */
    public void kill() {
        kill(run());
    }

    /** Asks the server to end, kills it after 10 seconds; returns when it and the processes that it made are gone. */
    public void stop() {
        stop(run());
    }

    /**
     * Starts the server again, on the same port and directory, and returns when it is ready; one that still runs is
     * stopped first.
     *
     * @throws ServerStartException if it ends instead, or is not ready in time
     */
    public synchronized void restart() {
        ChildProcess before = run;
        if (before != null) {
            stop(before);
        }
        long start = System.nanoTime();
        File file = log.toFile();
        ChildProcess started = ChildProcess.start(command.processBuilder()
                .redirectInput(Redirect.from(new File("/dev/null")))
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(file)));
        run = started;
        awaitReady(started);
        startTime = Duration.ofNanos(System.nanoTime() - start);
    }

    /** Returns how long the latest start took until the server was ready. */
    public Duration startTime() {
        return startTime;
    }

    /** Returns whether the process runs; a paused one does. */
    public boolean isAlive() {
        return run().isAlive();
    }

    /** Returns the process id of the latest start. */
    public long pid() {
        return run().pid();
    }

    /** Returns what the server wrote so far, over all starts. */
    public String log() {
        try {
            return Files.exists(log) ? new String(Files.readAllBytes(log), UTF_8) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the server's working directory, removed on close. */
    public Path directory() {
        return command.directory().path();
    }

    /** Kills the server and removes its directory. */
    @Override
    public void close() {
        ChildProcess last = run;
        if (last != null) {
            kill(last);
        }
        command.directory().close();
    }

    private void stop(ChildProcess running) {
        List<ProcessHandle> children = children(running);
        running.stop(GRACE, command.stop());
        awaitEnd(children);
    }

    /** One that makes processes is stopped before, so that none is made that we do not know of. */
    private static void kill(ChildProcess running) {
        if (running.isAlive() && !children(running).isEmpty()) {
            try {
                running.pause();
            } catch (IllegalStateException ended) {
                // There is nothing left to kill.
            }
        }
        List<ProcessHandle> children = children(running);
        running.kill();
        children.forEach(ProcessHandle::destroyForcibly);
        awaitEnd(children);
    }

    private static List<ProcessHandle> children(ChildProcess running) {
        return running.process().descendants().toList();
    }

    /** Until they are gone, PostgreSQL cannot be started again. */
    private static void awaitEnd(List<ProcessHandle> children) {
        children.forEach(child -> Uninterruptibly.join(child, GRACE));
    }

    private ChildProcess run() {
        ChildProcess current = run;
        if (current == null) {
            throw new IllegalStateException("not started: " + command);
        }
        return current;
    }

    private void awaitReady(ChildProcess started) {
        try {
            Await.until(
                    "readiness",
                    command.patience(),
                    () -> !started.isAlive() || command.probe().isReady(started.pid()));
        } catch (AssertionError e) {
            throw new ServerStartException(describe("is not ready: " + e.getMessage()), e);
        }
        if (!started.isAlive()) {
            int code = started.process().exitValue();
            throw new ServerStartException(describe("ended with exit code " + code), null);
        }
    }

    private String describe(String problem) {
        return command + " " + problem + "; its log:\n" + log();
    }
}
