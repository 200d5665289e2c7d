package io.lockkeeper.cli;

import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What signals do to {@code run}; the launcher gets them, and the supervisor passes them on. Before the wait they end the
 * JVM, during the wait they end the wait, then they are COMMAND's, and while the end is being cleared up the first does
 * nothing and the second ends the JVM.
 *
 * <p>A signal that was ignored when the launcher was started, as under {@code nohup}, stays ignored.
 */
final class Signals {
    private final Thread main = Thread.currentThread();
    private final IntConsumer halt;
    private Stage stage = Stage.STARTING;
    private @Nullable Running running;
    private @Nullable Signal received;
    private int exitCode;

    private record Signal(String name, int number) {}

    private enum Stage {
        STARTING,
        WAITING,
        RUNNING,
        ENDING
    }

    /** On behalf of the calling thread. What halts ends the JVM at once, with an exit code. */
    Signals(IntConsumer halt) {
        this.halt = halt;
    }

    /** A signal came, and COMMAND has not had it. */
    synchronized void came(String name, int number) {
        Signal signal = new Signal(name, number);
        switch (stage) {
            case STARTING -> halt.accept(ExitCode.ofSignal(number));
            case WAITING -> {
                received = signal;
                end(ExitCode.ofSignal(number));
            }
            case RUNNING -> pass(signal);
            case ENDING -> {
                if (received != null) {
                    halt.accept(ExitCode.ofSignal(number));
                }
                received = signal;
            }
        }
    }

    /** The launcher is gone, so nobody wants the lock any more. */
    synchronized void abandoned() {
        Output.error("its supervisor was killed");
        if (stage == Stage.STARTING) {
            halt.accept(ExitCode.SOFTWARE);
        }
        end(ExitCode.SOFTWARE);
    }

    private void end(int code) {
        if (stage == Stage.WAITING) {
            exitCode = code;
            main.interrupt();
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

    /** The exit code that the end of the wait asks for, or 0 if nothing ended it. */
    synchronized int exitCode() {
        return exitCode;
    }
}
