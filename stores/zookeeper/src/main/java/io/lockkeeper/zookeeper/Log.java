package io.lockkeeper.zookeeper;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The logger of this package. */
final class Log {

    private Log() {}

    static Logger get() {
        return LoggerFactory.getLogger("io.lockkeeper.zookeeper");
    }
}
