package io.lockkeeper.cli;

import io.lockkeeper.file.GroupByte;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A small process beside this JVM that runs COMMAND, and that ends COMMAND and its children when the lock is lost, even
 * if this JVM is killed or paused. COMMAND has this JVM's standard input, output and error.
 *
 * <p>It exists before there is a lock, so that the number of COMMAND's process group can be written down with the
 * claim. What leaves that process group ({@code setsid}, an interactive shell's jobs) or changes its user escapes.
 *
 * <p>File descriptors other than the standard three do not reach COMMAND: a JVM passes none on. Not thread-safe;
 * {@link Running} is.
 */
final class Supervisor implements AutoCloseable {
    private final Process process;
    private final Doorstep doorstep;
    private @Nullable Wire wire;
    private @Nullable Running running;

    private Supervisor(Process process, Doorstep doorstep) {
        this.process = process;
        this.doorstep = doorstep;
    }

    /**
     * Starts the supervisor; COMMAND does not run yet.
     *
     * @throws IOException if there is no perl, or if it does not do its work
     */
    static Supervisor start(List<String> command) throws IOException {
        Supervisor supervisor = launch(command);
        supervisor.ready();
        return supervisor;
    }

    /**
     * Begins to start the supervisor, so that the caller can do something else meanwhile. {@link #ready()} follows.
     *
     * @throws IOException if there is no perl
     */
    static Supervisor launch(List<String> command) throws IOException {
        Doorstep doorstep = Doorstep.open();
        try {
            return new Supervisor(Perl.supervise(doorstep.address(), command), doorstep);
        } catch (IOException e) {
            doorstep.close();
            throw e;
        }
    }

    /**
     * Waits until the supervisor is there, and its process group.
     *
     * @throws IOException if it does not do its work
     */
    void ready() throws IOException {
        try (doorstep) {
            wire = doorstep.greeted(process);
        }
    }

    /** The process group that COMMAND will run in. It lives as long as the supervisor does, and longer if need be. */
    long processGroup() {
        return process.pid();
    }

    /**
     * Has the supervisor keep a byte of a file locked as long as it lives, so that others see that the process group is
     * not gone. To be called before COMMAND is started; where it is not possible, nobody sees it.
     */
    void guard(GroupByte place) throws IOException {
        Wire line = wire;
        if (line == null || running != null) {
            throw new IllegalStateException("A group is guarded by a supervisor that is ready, before COMMAND starts");
        }
        line.send("guard " + Wire.encode(place.file().toString()) + " " + place.offset());
        String answer = line.read();
        if (!"guarded".equals(answer) && !"unguarded".equals(answer)) {
            throw new IOException("The supervisor said " + answer + " when it was to guard its group");
        }
    }

    /**
     * Starts COMMAND. To be called once.
     *
     * @param environment what COMMAND's environment has besides this JVM's
     * @param grace between TERM and KILL; the lease must always have more left than this
     * @param remainingMillis what is left of the lease, 0 if it is lost, {@link Long#MAX_VALUE} if it has no deadline;
     *     asked several times a lease, on a thread of the supervisor's
     */
    Running run(Map<String, String> environment, Duration grace, OnLost mode, LongSupplier remainingMillis)
            throws IOException {
        Wire line = wire;
        if (line == null || running != null) {
            throw new IllegalStateException("COMMAND is started once, by a supervisor that is ready");
        }
        Map<String, String> all = Perl.settings();
        all.putAll(environment);
        for (Map.Entry<String, String> variable : all.entrySet()) {
            line.send("env " + Wire.encode(variable.getKey() + "=" + variable.getValue()));
        }
        running = new Running(process, line, grace, remainingMillis);
        running.begin(mode);
        return running;
    }

    /** Ends COMMAND if it runs, as {@link Running#lose()} does, and waits until the supervisor and its group have. */
    @Override
    public void close() {
        if (running != null) {
            running.finish();
            return;
        }
        Wire line = wire;
        try (line;
                doorstep) {
            process.destroyForcibly(); // There is nothing to end yet.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        process.onExit().join();
    }
}
