package io.lockkeeper.redis;

import io.lockkeeper.PlainText;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a store says in the log: each sentence once, and so many at most, since others may have caused it. */
final class Log {

    private static final int MOST = 100;

    private final Set<String> said = ConcurrentHashMap.newKeySet();

    /** Warns of something, unless it did so before. */
    void warn(String sentence) {
        String plain = clean(sentence);
        if (said.size() < MOST && said.add(plain)) {
            logger().warn(plain);
        }
    }

    /** What it warned of. */
    Set<String> said() {
        return Set.copyOf(said);
    }

    /** Text that came from elsewhere: plain, in one line, and not too long. */
    static String clean(String text) {
        return PlainText.line(text.length() <= 500 ? text : text.substring(0, 499) + "…");
    }

    private static Logger logger() {
        return LoggerFactory.getLogger("io.lockkeeper.redis");
    }
}
