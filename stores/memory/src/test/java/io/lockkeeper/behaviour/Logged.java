package io.lockkeeper.behaviour;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import org.slf4j.LoggerFactory;
import org.slf4j.simple.SimpleLogger;
import org.slf4j.spi.LocationAwareLogger;

/** What the engine logs from now on, which does not appear on standard error meanwhile. */
final class Logged implements AutoCloseable {

    private final PrintStream before = System.err;
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private final int level;

    private Logged(int level) throws ReflectiveOperationException {
        this.level = level(level);
        System.setErr(new PrintStream(text, true, UTF_8));
    }

    static Logged withWarnings() throws ReflectiveOperationException {
        return new Logged(LocationAwareLogger.WARN_INT);
    }

    static Logged withDetails() throws ReflectiveOperationException {
        return new Logged(LocationAwareLogger.DEBUG_INT);
    }

    /** Sets a level. The one before. */
    private static int level(int level) throws ReflectiveOperationException {
        SimpleLogger logger = (SimpleLogger) LoggerFactory.getLogger("io.lockkeeper");
        Field current = SimpleLogger.class.getDeclaredField("currentLogLevel");
        current.setAccessible(true);
        int before = current.getInt(logger);
        current.setInt(logger, level);
        return before;
    }

    String text() {
        return text.toString(UTF_8);
    }

    @Override
    public void close() throws ReflectiveOperationException {
        System.setErr(before);
        int unused = level(level);
    }
}
