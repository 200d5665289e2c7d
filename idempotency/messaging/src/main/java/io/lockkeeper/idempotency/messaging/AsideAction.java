package io.lockkeeper.idempotency.messaging;

/**
 * Sets messages aside that will not be handled, such as in a dead-letter topic.
 *
 * @param <M> the broker's type of messages
 */
@FunctionalInterface
public interface AsideAction<M> {

    /**
     * Sets a message aside. It is acknowledged once this returns, so do not return before it is stored.
     *
     * @throws Exception if it could not be; it is delivered again then
     */
    void setAside(M message, Verdict.SetAside verdict) throws Exception;
}
