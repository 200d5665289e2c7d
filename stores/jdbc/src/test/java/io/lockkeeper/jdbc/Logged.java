package io.lockkeeper.jdbc;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What is logged while it is open. */
final class Logged extends Handler implements AutoCloseable {

    private final List<String> texts = new CopyOnWriteArrayList<>();
    private final Logger logger;

    private Logged(Logger logger) {
        this.logger = logger;
    }

    static Logged of(String logger) {
        Logged logged = new Logged(Logger.getLogger(logger));
        logged.logger.addHandler(logged);
        return logged;
    }

    List<String> texts() {
        return texts;
    }

    @Override
    public void publish(LogRecord logRecord) {
        texts.add(logRecord.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
