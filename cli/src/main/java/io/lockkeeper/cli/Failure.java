package io.lockkeeper.cli;

import org.jspecify.annotations.Nullable;

/** The end of a verb with an exit code and a sentence for standard error. */
final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;
    private final Report.Reason reason;

    /** What others threw, or null for what is no fault: no stack trace is shown of that. */
    Failure(int exitCode, String message, @Nullable Throwable cause) {
        this(
                exitCode,
                message,
                cause,
                exitCode == ExitCode.UNAVAILABLE ? Report.Reason.UNAVAILABLE : Report.Reason.FAILED);
    }

    private Failure(int exitCode, String message, @Nullable Throwable cause, Report.Reason reason) {
        super(message, cause);
        this.exitCode = exitCode;
        this.reason = reason;
    }

    /** A lock that could not be acquired in time. The exit code is the user's choice. */
    static Failure conflict(int exitCode, String message) {
        return new Failure(exitCode, message, null, Report.Reason.CONFLICT);
    }

    int exitCode() {
        return exitCode;
    }

    Report.Reason reason() {
        return reason;
    }
}
