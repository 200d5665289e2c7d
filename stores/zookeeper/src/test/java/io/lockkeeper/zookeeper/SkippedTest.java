package io.lockkeeper.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import org.junit.jupiter.api.Test;
import org.slf4j.simple.SimpleLogger;
import org.slf4j.spi.LocationAwareLogger;

/** What the log says of nodes that others made. */
class SkippedTest {

    @Test
    void a_node_s_name_controls_no_terminal() throws Exception {
        Field level = SimpleLogger.class.getDeclaredField("currentLogLevel");
        level.setAccessible(true);
        int before = level.getInt(Log.get());
        PrintStream error = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, UTF_8));
        level.setInt(Log.get(), LocationAwareLogger.WARN_INT);
        try {
            new Skipped().add("/lk1/\u009b2J\u202e\u9501", "is no lock");
        } finally {
            level.setInt(Log.get(), before);
            System.setErr(error);
        }
        assertThat(log.toString(UTF_8)).contains("The node /lk1/\\u009b2J\\u202e\u9501 is no lock");
    }
}
