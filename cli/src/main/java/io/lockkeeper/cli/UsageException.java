package io.lockkeeper.cli;

/** The command line is wrong; the message is a sentence that says what would be right. */
final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
