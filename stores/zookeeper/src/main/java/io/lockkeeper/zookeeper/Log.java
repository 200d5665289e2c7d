package io.lockkeeper.zookeeper;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The logger of this package. */
final class Log {

    private Log() {}

    static Logger get() {
        return LoggerFactory.getLogger("io.lockkeeper.zookeeper");
    }

    /** Logs a failure, and throws nothing: the caller goes on, even if there is no memory to log it. */
    static void warn(String message, Throwable failure) {
        try {
            get().warn(message, failure);
        } catch (Throwable unlogged) {
            // As documented.
        }
    }
}
