package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.PlainText;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Collectors;

/** What is said on standard output and error: UTF-8, whatever the locale says, since lock names and JSON may be anything. */
final class Output {
    private static final Outlet OUTLET = new Outlet();
    private static final PrintStream OUT = new PrintStream(OUTLET, false, UTF_8);
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

    /**
     * Writes out what was printed, at the end.
     *
     * @param code the exit code if all was written, or if nobody wanted to read it all, as in {@code lockkeeper list | head}
     * @return the exit code
     */
    static int finish(int code) {
        boolean whole = flush();
        // What others print, as the flash sale does.
        boolean others = !System.out.checkError();
        if ((whole && others) || Outlet.isPipe()) {
            return code;
        }
        error("cannot write to standard output: " + OUTLET.failure());
        return ExitCode.SOFTWARE;
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

    /** Says in many lines where a failure comes from. Its messages may quote a server, or whoever wrote to the store. */
    static void stackTrace(Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace, true));
        raw(trace.toString().lines().map(Output::indented).collect(Collectors.joining("\n", "", "\n")));
    }

    private static String indented(String line) {
        String text = line.stripLeading();
        return "\t".repeat(line.length() - text.length()) + PlainText.of(text);
    }

    /** What a terminal shows and does not obey, in one line: see {@link PlainText}. */
    static String printable(String text) {
        return PlainText.line(text);
    }
}
