package io.lockkeeper.idempotency.web;

/** Thrown if a stored answer cannot be read: damaged, of another format, or encrypted with a key that is not there. Its operation is done. */
public final class UnreadableAnswerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnreadableAnswerException(String reason) {
        super("A stored answer cannot be read: " + reason);
    }
}
