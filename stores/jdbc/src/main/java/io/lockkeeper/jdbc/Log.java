package io.lockkeeper.jdbc;

import io.lockkeeper.PlainText;

/** The log of this store, in plain text: the platform's own, which is bound to whatever a program uses. */
final class Log {

    private Log() {}

    static void warning(String message) {
        System.getLogger("io.lockkeeper.jdbc").log(System.Logger.Level.WARNING, PlainText.line(message));
    }

    /** A message could not be handled, as for want of memory, which the log may want, too. */
    static void unhandled(Throwable why) {
        try {
            System.getLogger("io.lockkeeper.jdbc")
                    .log(
                            System.Logger.Level.WARNING,
                            "A message of the database could not be handled; the database is asked instead.",
                            why);
        } catch (RuntimeException | Error again) {
            // The thread that reads messages must go on.
        }
    }

    /** Something in the database can't be read, and was passed over. The text itself is not shown: anybody may have written it. */
    static void malformed(String what, String name, RuntimeException why) {
        warning(what + " '" + name + "' can't be read and was passed over ("
                + why.getClass().getSimpleName() + ").");
    }
}
