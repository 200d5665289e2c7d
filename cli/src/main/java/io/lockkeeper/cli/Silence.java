package io.lockkeeper.cli;

/**
 * A configuration of {@code java.util.logging} without handlers, for the libraries that write there: standard error is
 * COMMAND's. {@link Main} names it to Java, which calls its constructor if ever something is logged.
 */
public final class Silence {
    /** What {@code java.util.logging} asks a configuration for. */
    static final String PROPERTY = "java.util.logging.config.class";

    /** Configures nothing. */
    public Silence() {}
}
