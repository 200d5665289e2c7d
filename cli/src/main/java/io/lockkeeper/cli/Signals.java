package io.lockkeeper.cli;

import org.jspecify.annotations.Nullable;

/**
 * What TERM, INT and HUP do to {@code run}. Before the wait they end the JVM, during the wait they end the wait, then they
 * are passed on to COMMAND, and while the end is being cleared up the first does nothing and the second ends the JVM.
 *
 * <p>A signal that was ignored when the JVM started, as under {@code nohup}, stays ignored.
 */
final class Signals {
    private static final String[] NAMES = {"TERM", "INT", "HUP"};

    private final Thread main = Thread.currentThread();
    private Stage stage = Stage.STARTING;
    private @Nullable Running running;
    private @Nullable Signal received;

    private record Signal(String name, int number) {}

    private enum Stage {
        STARTING,
        WAITING,
        RUNNING,
        ENDING
    }

    /** Begins to catch signals, on behalf of the calling thread. */
    static Signals caught() {
        Signals signals = new Signals();
        for (String name : NAMES) {
            sun.misc.Signal.handle(
                    new sun.misc.Signal(name),
                    signal -> signals.came(new Signal(signal.getName(), signal.getNumber())));
        }
        return signals;
    }

    private synchronized void came(Signal signal) {
        switch (stage) {
            case STARTING -> Runtime.getRuntime().halt(ExitCode.ofSignal(signal.number()));
            case WAITING -> {
                received = signal;
                main.interrupt();
            }
            case RUNNING -> pass(signal);
            case ENDING -> {
                if (received != null) {
                    Runtime.getRuntime().halt(ExitCode.ofSignal(signal.number()));
                }
                received = signal;
            }
        }
    }

    private void pass(Signal signal) {
        if (running != null) {
            running.signal(signal.name());
        }
    }

    /** From now on a signal interrupts the thread that waits. */
    synchronized void waiting() {
        stage = Stage.WAITING;
    }

    /** From now on signals are COMMAND's. One that came meanwhile is too. */
    synchronized void passTo(Running command) {
        stage = Stage.RUNNING;
        running = command;
        Thread.interrupted();
        if (received != null) {
            pass(received);
            received = null;
        }
    }

    /** From now on there is nothing left to be ended. */
    synchronized void ending() {
        stage = Stage.ENDING;
        Thread.interrupted();
    }

    /** The exit code that a signal during the wait asks for, or 0 if none came. */
    synchronized int exitCode() {
        return received == null ? 0 : ExitCode.ofSignal(received.number());
    }
}
