package io.lockkeeper.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;

/** A POSIX signal, for those that Java itself cannot send. */
enum Signal {
    /** Stops the process until {@link #CONT}; it cannot be caught. */
    STOP,
    /** Continues a stopped process. */
    CONT,
    /** What a terminal's Ctrl-C sends; PostgreSQL ends its clients' connections then, and does not wait for them. */
    INT,
    /** Asks the process to end. */
    TERM;

    /**
     * Sends this signal through the shell's own {@code kill}, since {@code /bin/kill} is not everywhere.
     *
     * @throws IllegalStateException if there is no such process
     */
    void send(long pid) {
        try {
            Process kill = new ProcessBuilder("sh", "-c", "kill -s \"$1\" \"$2\"", "sh", name(), Long.toString(pid))
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
            if (Uninterruptibly.join(kill) != 0) {
                throw new IllegalStateException("SIG" + name() + " did not reach process " + pid);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
