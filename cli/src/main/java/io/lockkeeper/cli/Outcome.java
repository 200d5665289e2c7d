package io.lockkeeper.cli;

/** How COMMAND ended, or why it never began. */
sealed interface Outcome {
    /** COMMAND ended by itself. */
    record Exited(int code) implements Outcome {}

    /** A signal ended COMMAND. */
    record Signalled(int number) implements Outcome {}

    /** COMMAND could not be executed; {@code code} is what shells return: 127 if it is not there, 126 otherwise. */
    record NotStarted(int code, String message) implements Outcome {}

    /** COMMAND was not started, because the lock's deadline was nearer than the grace, or the lock was lost already. */
    record TooLate() implements Outcome {}

    /** The supervisor was killed, and COMMAND's process group was killed for that. */
    record SupervisorDied() implements Outcome {}
}
