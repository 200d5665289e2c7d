package io.lockkeeper.cli;

import org.jspecify.annotations.Nullable;

/** The end of a verb with an exit code and a sentence for standard error. */
final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /** What others threw, or null for what is no fault: no stack trace is shown of that. */
    Failure(int exitCode, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
