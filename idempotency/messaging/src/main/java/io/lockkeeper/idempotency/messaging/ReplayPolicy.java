package io.lockkeeper.idempotency.messaging;

/**
 * What an explicit redelivery means: a person sends a message again, for instance from a dead-letter queue, with the header {@value
 * MessageReader#REPLAY_HEADER} and a number that is greater each time.
 */
public enum ReplayPolicy {

    /** The header is ignored: what was handled is a repeat, and what is poison stays poison. */
    IGNORE,

    /** What was handled is a repeat; failed attempts are counted from the beginning. The default. */
    RETRY,

    /** Each number is a message of its own: it is handled even if the message was handled before. */
    RERUN
}
