package io.lockkeeper.redis;

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
        if (said.size() < MOST && said.add(sentence)) {
            logger().warn(clean(sentence));
        }
    }

    /** What it warned of. */
    Set<String> said() {
        return Set.copyOf(said);
    }

    /** Text that came from elsewhere, in one line and without characters that move a terminal's cursor. */
    static String clean(String text) {
        String shown = text.length() <= 500 ? text : text.substring(0, 499) + "…";
        return shown.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "?");
    }

    private static Logger logger() {
        return LoggerFactory.getLogger("io.lockkeeper.redis");
    }
}
