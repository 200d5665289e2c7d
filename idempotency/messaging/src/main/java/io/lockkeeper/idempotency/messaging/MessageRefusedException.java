package io.lockkeeper.idempotency.messaging;

/** Thrown if a broker refuses a message, and would refuse it again: too large, or without a destination. */
public final class MessageRefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    /**
     * Created by senders.
     *
     * @param message why, in a sentence
     * @param cause how the broker said so
     */
    public MessageRefusedException(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * Created by senders.
     *
     * @param message why, in a sentence
     */
    public MessageRefusedException(String message) {
        super(message);
    }
}
