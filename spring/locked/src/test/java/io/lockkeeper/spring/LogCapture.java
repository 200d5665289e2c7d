package io.lockkeeper.spring;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What is logged, on standard error, as slf4j-simple writes it. */
final class LogCapture implements AutoCloseable {

    private final PrintStream before = System.err;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    private LogCapture() {}

    static LogCapture start() {
        LogCapture capture = new LogCapture();
        System.setErr(new PrintStream(capture.written, true, StandardCharsets.UTF_8));
        return capture;
    }

    List<String> linesWith(String part) {
        return written.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains(part))
                .toList();
    }

    @Override
    public void close() {
        System.setErr(before);
    }
}
