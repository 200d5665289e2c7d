package io.lockkeeper.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** A COMMAND that has been handed to its {@link Supervisor}. Thread-safe. */
final class Running {
    private static final Set<String> SIGNALS = Set.of("HUP", "INT", "QUIT", "TERM", "USR1", "USR2");
    /** How much longer than the grace the supervisor may take to end the group before the JVM does. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final long NEXT_LOOK_NANOS = 10_000_000;

    private final Process process;
    private final Wire wire;
    private final Duration grace;
    private final LongSupplier remainingMillis;
    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    private volatile boolean ending;

    Running(Process process, Wire wire, Duration grace, LongSupplier remainingMillis) {
        this.process = process;
        this.wire = wire;
        this.grace = grace;
        this.remainingMillis = remainingMillis;
    }

    void begin(OnLost mode) throws IOException {
        // Twenty looks a lease, a second apart at most.
        long interval = Math.max(50, Math.min(1000, remainingMillis.getAsLong() / 20));
        wire.send("run " + grace.toMillis() + " " + mode.name().toLowerCase(Locale.ROOT) + " " + interval);
        Thread listener = new Thread(this::listen, "lockkeeper-supervisor");
        listener.setDaemon(true);
        listener.start();
    }

    /** Completes when COMMAND itself has ended. Its children may go on, unless the lock was lost. */
    CompletableFuture<Outcome> outcome() {
        return outcome.copy();
    }

    /** Whether COMMAND was told to end, by {@link #lose()} or for the deadline's sake. True before the outcome is. */
    boolean wasEnded() {
        return ending;
    }

    /** Whether COMMAND has ended when so much time has passed, or failed to start. */
    boolean endsWithin(Duration time) throws InterruptedException {
        try {
            outcome.get(time.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException lasts) {
            return false;
        } catch (ExecutionException failed) {
            return true;
        }
    }

    Outcome await() throws InterruptedException {
        try {
            return outcome.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("COMMAND was ended, because its supervisor could not be answered", e);
        }
    }

    /** Passes HUP, INT, QUIT, TERM, USR1 or USR2 to COMMAND and its children. */
    void signal(String name) {
        if (!SIGNALS.contains(name)) {
            throw new IllegalArgumentException("No signal to pass on: " + name);
        }
        tell("signal " + name);
    }

    /** Ends COMMAND and its children, since the lock is lost: TERM now, KILL after the grace. Returns at once. */
    void lose() {
        ending = true;
        tell("lose");
        killUnlessEnded(grace.plus(PATIENCE));
    }

    /** A supervisor that someone has stopped with SIGSTOP does nothing. What COMMAND left behind is left alone. */
    private void killUnlessEnded(Duration after) {
        CompletableFuture.delayedExecutor(after.toMillis(), TimeUnit.MILLISECONDS)
                .execute(() -> {
                    if (process.isAlive()) {
                        if (isToEnd()) {
                            boolean unused = killGroup();
                        }
                        process.destroyForcibly(); // It may have left the group.
                        killUnlessEnded(PATIENCE);
                    }
                });
    }

    /** Ends COMMAND if it runs, and returns when the supervisor has ended and nothing of what it was to end is left. */
    void finish() {
        if (outcome.isDone()) {
            tell("bye");
            killUnlessEnded(grace.plus(PATIENCE));
        } else {
            lose();
        }
        process.onExit().join();
        if (process.exitValue() != 0 && isToEnd()) {
            while (!killGroup()) {
                LockSupport.parkNanos(NEXT_LOOK_NANOS);
            }
        }
    }

    /** Whether the group must not outlive the lock. It may where COMMAND ended by itself. */
    private boolean isToEnd() {
        return ending
                || !outcome.isDone()
                || outcome.isCompletedExceptionally()
                || outcome.join() instanceof Outcome.SupervisorDied;
    }

    private void tell(String line) {
        try {
            wire.send(line);
        } catch (IOException e) {
            // The supervisor is gone. The listener sees it too, and does what is to be done.
        }
    }

    private void listen() {
        try (wire) {
            for (String line = wire.read(); line != null; line = wire.read()) {
                hear(line);
            }
            outcome.complete(new Outcome.SupervisorDied()); // Unless COMMAND has ended.
        } catch (Throwable e) { // Errors too: somebody waits for the outcome.
            // Closing the wire ends COMMAND.
            outcome.completeExceptionally(e);
        }
    }

    private void hear(String line) throws IOException {
        String[] words = line.split(" ", -1);
        switch (words[0]) {
            case "ping" -> {
                long remaining = remainingMillis.getAsLong();
                tell("alive " + words[1] + " " + (remaining == Long.MAX_VALUE ? "-" : Math.max(0, remaining)));
            }
            case "ending" -> ending = true;
            case "exited" -> outcome.complete(new Outcome.Exited(Integer.parseInt(words[1])));
            case "signalled" -> outcome.complete(new Outcome.Signalled(Integer.parseInt(words[1])));
            case "failed" ->
                outcome.complete(new Outcome.NotStarted(Integer.parseInt(words[1]), Wire.decode(words[2])));
            case "late" -> outcome.complete(new Outcome.TooLate());
            default -> throw new IOException("The supervisor said: " + line);
        }
    }

    /** Kills the group. Whether it is gone for sure: as long as that is not known, the lock must not be given to others. */
    private boolean killGroup() {
        try {
            return !ProcessGroups.kill(process.pid());
        } catch (Throwable e) { // Errors too: the machine may have no process or memory to spare for a moment.
            return false;
        }
    }
}
