package io.lockkeeper.idempotency.messaging;

import java.time.Duration;
import java.util.Optional;

/** What a listener tells its broker of a delivery. */
public sealed interface Verdict {

    /** The message is done. */
    record Acknowledge() implements Verdict {}

    /**
     * The message is to be delivered again.
     *
     * @param delay how long to wait before that, if it is known
     * @param failure why, if it was an exception
     */
    record Redeliver(Optional<Duration> delay, Optional<Exception> failure) implements Verdict {}

    /**
     * The message is to be set aside: moved to where people look.
     *
     * @param reason why, in a sentence
     * @param failure the last failure of the handler, if it ran in this delivery
     */
    record SetAside(String reason, Optional<Exception> failure) implements Verdict {}
}
