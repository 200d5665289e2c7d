package io.lockkeeper.jdbc;

import io.lockkeeper.PlainText;

/** The log of this store, in plain text: the platform's own, which is bound to whatever a program uses. */
final class Log {

    private Log() {}

    static void warning(String message) {
        System.getLogger("io.lockkeeper.jdbc").log(System.Logger.Level.WARNING, PlainText.line(message));
    }

    /** A message could not be handled. */
    static void unhandled(Throwable why) {
        System.getLogger("io.lockkeeper.jdbc")
                .log(
                        System.Logger.Level.WARNING,
                        "A message of the database could not be handled; the database is asked instead.",
                        why);
    }

    /** Something in the database can't be read, and was passed over. The text itself is not shown: anybody may have written it. */
    static void malformed(String what, String name, RuntimeException why) {
        warning(what + " '" + name + "' can't be read and was passed over ("
                + why.getClass().getSimpleName() + ").");
    }
}
