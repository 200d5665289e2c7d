package io.lockkeeper.cli;

import io.lockkeeper.HolderProcess;
import io.lockkeeper.file.GroupByte;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The small process beside this JVM that runs COMMAND, and that ends COMMAND and its children when the lock is lost, even
 * if this JVM is killed or paused. The launcher has started both, so COMMAND inherits what the launcher has: words,
 * environment, descriptors.
 *
 * <p>It exists before there is a lock, so that the number of COMMAND's process group can be written down with the
 * claim. Not thread-safe; {@link Running} is.
 */
final class Supervisor implements AutoCloseable {
    /** How long it may take to go when it was told to. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Wire wire;
    private final Signals signals;
    private final long process;
    private final long front;
    private final CompletableFuture<String> guarded = new CompletableFuture<>();
    private final CompletableFuture<Void> gone = new CompletableFuture<>();
    private volatile @Nullable Running running;
    private volatile boolean closing;

    private Supervisor(Wire wire, Signals signals, long process, long front) {
        this.wire = wire;
        this.signals = signals;
        this.process = process;
        this.front = front;
    }

    /** The one that the launcher has put at the other end of standard input and output. */
    static Supervisor ofLauncher(Signals signals) throws IOException {
        Wire wire = new Wire(System.in, System.out);
        if (!Main.isSupervised()) {
            throw new Failure(ExitCode.SOFTWARE, "`run` works only when the script lockkeeper has started it", null);
        }
        // What a library prints must not be taken for a line.
        System.setOut(System.err);
        return greeted(wire, signals);
    }

    /**
     * Waits until a supervisor is there, and its process group.
     *
     * @throws IOException if it does not do its work
     */
    static Supervisor greeted(Wire wire, Signals signals) throws IOException {
        wire.send("begun");
        String hello = wire.read();
        if (hello == null || !hello.startsWith("hello ")) {
            throw new IOException("The supervisor of COMMAND said " + hello + " instead of hello");
        }
        String[] words = hello.split(" ", -1);
        Supervisor supervisor = new Supervisor(wire, signals, Long.parseLong(words[1]), Long.parseLong(words[2]));
        Thread listener = new Thread(supervisor::listen, "lockkeeper-supervisor");
        listener.setDaemon(true);
        listener.start();
        return supervisor;
    }

    private void listen() {
        try {
            for (String line = wire.read(); line != null; line = wire.read()) {
                hear(line);
            }
            over(null);
        } catch (Throwable e) { // Errors too: somebody waits for the outcome.
            over(e);
        }
    }

    private void hear(String line) throws IOException {
        String[] words = line.split(" ", -1);
        Running command = running;
        if (words[0].equals("guarded") || words[0].equals("unguarded")) {
            guarded.complete(line);
        } else if (words[0].equals("signal")) {
            signals.came(words[1], Integer.parseInt(words[2]));
        } else if (command != null) {
            command.hear(words);
        }
        if (words[0].equals("left")) { // Its last word. Who else has its end of the stream may be stopped.
            gone.complete(null);
        }
    }

    /** Nothing more is heard: it has ended, or what it said could not be answered. */
    private void over(@Nullable Throwable failure) {
        guarded.completeExceptionally(new IOException("The supervisor has ended", failure));
        Running command = running;
        if (command != null) {
            command.over(failure);
        } else if (!closing) {
            signals.abandoned();
        }
        gone.complete(null);
    }

    /** The process group that COMMAND will run in. It lives as long as the supervisor does, and longer if need be. */
    long processGroup() {
        return process;
    }

    /** Who has the lock, as others see it: the process that the user started, which passes signals on. */
    HolderProcess holder() {
        return new HolderProcess(front, processGroup());
    }

    /** Says what COMMAND is, unless it is the command that the launcher was given. To be called before it is started. */
    void use(Job job) {
        if (job instanceof Job.Shell shell) {
            wire.send("shell " + Wire.encode(shell.text()));
        } else if (job instanceof Job.Hold hold) {
            wire.send("hold " + (hold.untilSignal() ? "signal" : "input"));
        }
    }

    /** Has the launcher begin anew if the lock is lost. To be called before COMMAND is started. */
    void restartAfterLoss() {
        wire.send("restart");
    }

    /**
     * Has the supervisor keep a byte of a file locked as long as it lives, so that others see that the process group is
     * not gone. To be called before COMMAND is started; where it is not possible, nobody sees it.
     */
    void guard(GroupByte place) {
        wire.send("guard " + Wire.encode(place.file().toString()) + " " + place.offset());
        String unused = guarded.join();
    }

    /**
     * Starts COMMAND. To be called once.
     *
     * @param environment what COMMAND's environment has besides the launcher's
     * @param grace between TERM and KILL; the lease must always have more left than this
     * @param remainingMillis what is left of the lease, 0 if it is lost, {@link Long#MAX_VALUE} if it has no deadline;
     *     asked several times a lease, on a thread of the supervisor's
     */
    Running run(Map<String, String> environment, Duration grace, OnLost mode, LongSupplier remainingMillis) {
        if (running != null) {
            throw new IllegalStateException("COMMAND is started once");
        }
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            wire.send("env " + Wire.encode(variable.getKey() + "=" + variable.getValue()));
        }
        if (mode.text() != null) {
            wire.send("instead " + Wire.encode(mode.text()));
        }
        Running command = new Running(wire, process, gone, grace, remainingMillis);
        running = command;
        command.begin(mode);
        CompletableFuture<Void> unused = gone.thenRun(() -> command.over(null)); // If it went before it was running.
        return command;
    }

    /** Ends COMMAND if it runs, as {@link Running#lose()} does, and waits until the supervisor and its group have. */
    @Override
    public void close() {
        Running command = running;
        if (command != null) {
            command.finish();
        } else {
            closing = true;
            wire.send("bye"); // There is nothing to end yet.
            try {
                gone.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            } catch (TimeoutException | ExecutionException | InterruptedException stopped) {
                ProcessGroups.killProcess(process);
            }
        }
    }
}
