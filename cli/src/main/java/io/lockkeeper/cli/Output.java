package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;

/** What is said on standard output and error: UTF-8, whatever the locale says, since lock names and JSON may be anything. */
final class Output {
    private static final PrintStream OUT = new PrintStream(new FileOutputStream(FileDescriptor.out), false, UTF_8);
    private static final PrintStream ERR = new PrintStream(new FileOutputStream(FileDescriptor.err), true, UTF_8);

    private Output() {}

    /** Prints a text and ends it with a line feed if it has none. */
    static void print(String text) {
        OUT.print(text.endsWith("\n") ? text : text + "\n");
    }

    /** Writes out what was printed. Whether anyone still reads it. */
    static boolean flush() {
        return !OUT.checkError();
    }

    /** Says something in one line on standard error. */
    static void error(String message) {
        raw("lockkeeper: " + printable(message) + "\n");
    }

    /** Writes to standard error as it is. In one piece, so that lines of two threads don't mix. */
    static void raw(String text) {
        ERR.print(text);
        ERR.flush();
    }

    static void stackTrace(Throwable failure) {
        failure.printStackTrace(ERR);
    }

    /** Without control characters: a name or a description must not command the terminal. */
    static String printable(String text) {
        StringBuilder shown = null;
        for (int at = 0; at < text.length(); at++) {
            if (Character.isISOControl(text.charAt(at))) {
                if (shown == null) {
                    shown = new StringBuilder(text);
                }
                shown.setCharAt(at, ' ');
            }
        }
        return shown == null ? text : shown.toString();
    }
}
