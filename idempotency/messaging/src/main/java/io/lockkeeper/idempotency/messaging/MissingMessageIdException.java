package io.lockkeeper.idempotency.messaging;

/** Thrown if a message has no id: a repeat could not be told from another message. */
public final class MissingMessageIdException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Created by readers.
     *
     * @param message where the id is expected
     */
    public MissingMessageIdException(String message) {
        super(message);
    }
}
