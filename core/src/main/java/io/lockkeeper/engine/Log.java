package io.lockkeeper.engine;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The engine's log. It is looked up when there is something to say: programs that run for a moment never need it. */
final class Log {

    private Log() {}

    static Logger get() {
        return LoggerFactory.getLogger("io.lockkeeper");
    }
}
