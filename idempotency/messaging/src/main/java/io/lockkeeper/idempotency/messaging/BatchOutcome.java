package io.lockkeeper.idempotency.messaging;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How far a batch was handled.
 *
 * @param done outcomes of the messages before the first that is not done: handled or repeated, and committed
 * @param refused the outcome of the message that is not done, if it was not an exception: in flight, poison, mismatch or closed
 * @param failure what the handler threw for the message that is not done, if it did and may be tried again
 */
public record BatchOutcome(List<InboxOutcome> done, Optional<InboxOutcome> refused, Optional<Exception> failure) {

    /** Copies the list. */
    public BatchOutcome {
        done = List.copyOf(done);
    }

    /**
     * Returns the index of the first message that is not done. All before it are committed, it and those behind it are not: throw
     * Spring's {@code BatchListenerFailedException} with this index, or seek to this record.
     *
     * @return empty if all messages are done
     */
    public OptionalInt failedIndex() {
        return refused.isPresent() || failure.isPresent() ? OptionalInt.of(done.size()) : OptionalInt.empty();
    }
}
