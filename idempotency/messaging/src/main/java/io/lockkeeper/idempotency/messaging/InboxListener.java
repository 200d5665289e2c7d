package io.lockkeeper.idempotency.messaging;

import java.util.Optional;

/**
 * The part of a listener that is the same for all brokers: reads a message, handles it through an inbox, and says what to tell the
 * broker. Safe for use by many threads.
 *
 * @param <M> the broker's type of messages
 */
public final class InboxListener<M> {

    private final Inbox inbox;
    private final MessageReader<M> reader;
    private final MessageAction<? super M> action;

    /**
     * Creates a listener.
     *
     * @param inbox of the consumer
     * @param reader reads ids of messages
     * @param action handles a message
     */
    public InboxListener(Inbox inbox, MessageReader<M> reader, MessageAction<? super M> action) {
        this.inbox = inbox;
        this.reader = reader;
        this.action = action;
    }

    /**
     * Handles a delivery. What the handler throws is part of the answer; errors are thrown.
     *
     * @return what to tell the broker
     * @throws InterruptedException if the thread was interrupted: have the message delivered again
     */
    public Verdict onMessage(M message) throws InterruptedException {
        try {
            InboxMessage read = reader.read(message);
            return verdict(inbox.handle(read, (attempt, connection) -> action.handle(message, attempt, connection)));
        } catch (MissingMessageIdException nameless) {
            return new Verdict.SetAside(String.valueOf(nameless.getMessage()), Optional.empty());
        } catch (InterruptedException interrupt) {
            throw interrupt;
        } catch (Exception failure) {
            return new Verdict.Redeliver(Optional.empty(), Optional.of(failure));
        }
    }

    private static Verdict verdict(InboxOutcome outcome) {
        if (outcome instanceof InboxOutcome.InFlight inFlight) {
            return new Verdict.Redeliver(Optional.of(inFlight.retryAfter()), Optional.empty());
        }
        if (outcome instanceof InboxOutcome.Poison poison) {
            return new Verdict.SetAside("The message failed " + poison.attempts() + " times.", poison.failure());
        }
        if (outcome instanceof InboxOutcome.Mismatch) {
            return new Verdict.SetAside("Another payload was handled under the id of this message.", Optional.empty());
        }
        if (outcome instanceof InboxOutcome.Closed closed) {
            return new Verdict.SetAside("The message was closed: " + closed.reason() + ".", Optional.empty());
        }
        return new Verdict.Acknowledge();
    }
}
