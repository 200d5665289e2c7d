package io.lockkeeper.cli;

import org.jspecify.annotations.Nullable;

/**
 * What becomes of COMMAND when its lock comes to an end before COMMAND does.
 *
 * @param ends whether COMMAND is ended before the lock's deadline; otherwise it goes on as long as the JVM lives and does not
 *     say {@link Running#lose()}
 * @param text what the shell runs to end it, instead of TERM; null for TERM
 */
record OnLost(boolean ends, @Nullable String text) {
    static final OnLost KILL = new OnLost(true, null);
    static final OnLost WARN = new OnLost(false, null);

    private static final String RUN = "run:";

    /** What an option's value means. */
    static OnLost of(String value, String label) {
        if (value.equals("kill")) {
            return KILL;
        }
        if (value.equals("warn")) {
            return WARN;
        }
        if (!value.startsWith(RUN)) {
            throw new UsageException(
                    label + " must be kill, warn or run:TEXT (a command for the shell), not '" + value + "'.");
        }
        String text = value.substring(RUN.length());
        if (text.isBlank()) {
            throw new UsageException(label + " run: needs a command for the shell, and its text is empty.");
        }
        return new OnLost(true, text);
    }
}
