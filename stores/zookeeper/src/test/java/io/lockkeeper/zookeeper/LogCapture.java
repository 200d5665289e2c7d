package io.lockkeeper.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import org.slf4j.simple.SimpleLogger;
import org.slf4j.spi.LocationAwareLogger;

/** The log of this package, which is otherwise off in tests: the warnings since it was made. */
final class LogCapture implements AutoCloseable {

    private final PrintStream error = System.err;
    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private final Field level;
    private final int before;

    LogCapture() throws ReflectiveOperationException {
        level = SimpleLogger.class.getDeclaredField("currentLogLevel");
        level.setAccessible(true);
        before = level.getInt(Log.get());
        System.setErr(new PrintStream(log, true, UTF_8));
        level.setInt(Log.get(), LocationAwareLogger.WARN_INT);
    }

    String text() {
        return log.toString(UTF_8);
    }

    @Override
    public void close() throws ReflectiveOperationException {
        level.setInt(Log.get(), before);
        System.setErr(error);
    }
}
