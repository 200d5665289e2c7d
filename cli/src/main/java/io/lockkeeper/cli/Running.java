package io.lockkeeper.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A COMMAND that has been handed to its {@link Supervisor}. Thread-safe. */
final class Running {
    /** How much longer than the grace the supervisor may take to end the group before the JVM does. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final long NEXT_LOOK_NANOS = 10_000_000;

    /** The supervisor ends COMMAND 200 ms before the grace has to begin; as much again is for a busy machine. */
    private static final long MARGIN_MILLIS = 400;

    private final Wire wire;
    private final long process;
    private final CompletableFuture<Void> gone;
    private final Duration grace;
    private final LongSupplier remainingMillis;
    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    private volatile boolean ending;
    private volatile boolean orphaned;
    private volatile boolean unaware;
    private volatile boolean left;

    /**
     * For one supervisor.
     *
     * @param process the supervisor
     * @param gone completes when nothing more is heard of it
     */
    Running(Wire wire, long process, CompletableFuture<Void> gone, Duration grace, LongSupplier remainingMillis) {
        this.wire = wire;
        this.process = process;
        this.gone = gone;
        this.grace = grace;
        this.remainingMillis = remainingMillis;
    }

    void begin(OnLost mode) {
        // Twenty looks a lease, a second apart at most.
        long interval = Math.max(50, Math.min(1000, remainingMillis.getAsLong() / 20));
        wire.send("run " + grace.toMillis() + " " + (mode.ends() ? "kill" : "warn") + " " + interval);
    }

    /** Completes when COMMAND itself has ended. Its children may go on, unless the lock was lost. */
    CompletableFuture<Outcome> outcome() {
        return outcome.copy();
    }

    /** Whether COMMAND was told to end, by {@link #lose()} or for the deadline's sake. True before the outcome is. */
    boolean wasEnded() {
        return ending;
    }

    /** Whether that was because the launcher was killed. */
    boolean wasOrphaned() {
        return orphaned;
    }

    /** Whether it was because the supervisor did not learn in time that the lease was renewed. */
    boolean wasUnaware() {
        return unaware;
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

    /** Passes a signal to COMMAND and its children. */
    void signal(String name) {
        wire.send("signal " + name);
    }

    /** Ends COMMAND and its children, since the lock is lost: TERM now, KILL after the grace. Returns at once. */
    void lose() {
        ending = true;
        wire.send("lose");
        killUnlessEnded(grace.plus(PATIENCE));
    }

    /** A supervisor that someone has stopped with SIGSTOP does nothing. What COMMAND left behind is left alone. */
    private void killUnlessEnded(Duration after) {
        CompletableFuture.delayedExecutor(after.toMillis(), TimeUnit.MILLISECONDS)
                .execute(() -> {
                    if (!gone.isDone()) {
                        if (isToEnd()) {
                            boolean unused = killGroup();
                        }
                        ProcessGroups.killProcess(process); // It may have left the group.
                        killUnlessEnded(PATIENCE);
                    }
                });
    }

    /** Ends COMMAND if it runs, and returns when the supervisor has ended and nothing of what it was to end is left. */
    void finish() {
        if (outcome.isDone()) {
            wire.send("bye");
            killUnlessEnded(grace.plus(PATIENCE));
        } else {
            lose();
        }
        gone.join();
        if (!left && isToEnd()) {
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

    /** Nothing more is heard. */
    void over(@Nullable Throwable failure) {
        if (failure == null) {
            outcome.complete(new Outcome.SupervisorDied()); // Unless COMMAND has ended.
        } else {
            ending = true;
            outcome.completeExceptionally(failure);
            killUnlessEnded(grace.plus(PATIENCE));
        }
    }

    /** Does what a line of the supervisor's asks for. */
    void hear(String[] words) throws IOException {
        switch (words[0]) {
            case "ping" -> {
                long remaining = remainingMillis.getAsLong();
                wire.send("alive " + words[1] + " " + (remaining == Long.MAX_VALUE ? "-" : Math.max(0, remaining)));
            }
            case "ending" -> {
                unaware |= !ending && remainingMillis.getAsLong() > grace.toMillis() + MARGIN_MILLIS;
                ending = true;
                orphaned |= words.length > 1;
            }
            case "exited" -> outcome.complete(new Outcome.Exited(Integer.parseInt(words[1])));
            case "signalled" -> outcome.complete(new Outcome.Signalled(Integer.parseInt(words[1])));
            case "failed" ->
                outcome.complete(new Outcome.NotStarted(Integer.parseInt(words[1]), Wire.decode(words[2])));
            case "left" -> left = true;
            case "late" -> outcome.complete(new Outcome.TooLate());
            default -> throw new IOException("The supervisor said: " + String.join(" ", words));
        }
    }

    /** Kills the group. Whether it is gone for sure: as long as that is not known, the lock must not be given to others. */
    private boolean killGroup() {
        try {
            return !ProcessGroups.kill(process);
        } catch (Throwable e) { // Errors too: the machine may have no process or memory to spare for a moment.
            return false;
        }
    }
}
