package io.lockkeeper.bench.server;

import java.util.Locale;

/**
 * One command the server carried out.
 *
 * @param source the client's address and port, or "lua" for a script
 * @param command its lower-case name
 * @param arguments all of them, as MONITOR quotes them
 */
record MonitorLine(String source, String command, String arguments) {

    /** Reads a line such as {@code 1795272953.063965 [0 127.0.0.1:52082] "get" "a"}. */
    static MonitorLine parse(String line) {
        int bracket = line.indexOf('[');
        int space = line.indexOf(' ', bracket);
        int end = line.indexOf(']', space);
        int open = line.indexOf('"', end);
        int close = line.indexOf('"', open + 1);
        if (bracket < 0 || space < 0 || end < 0 || open < 0 || close < 0) {
            throw new IllegalStateException("MONITOR told what was not expected: " + line);
        }
        String command = line.substring(open + 1, close).toLowerCase(Locale.ROOT);
        return new MonitorLine(line.substring(space + 1, end), command, line.substring(close + 1));
    }

    /** Returns whether a client sent it, rather than a script called it. */
    boolean isRequest() {
        return !source.equals("lua");
    }
}
