package io.lockkeeper.cli;

/** What becomes of COMMAND when its lock comes to an end before COMMAND does. */
enum OnLost {
    /** COMMAND is ended before the lock's deadline. */
    KILL,
    /** COMMAND goes on as long as the JVM lives and does not say {@link Running#lose()}. */
    WARN
}
