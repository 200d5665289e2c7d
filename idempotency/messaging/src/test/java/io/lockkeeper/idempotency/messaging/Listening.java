package io.lockkeeper.idempotency.messaging;

/** What a consumer of the tests does with messages, whatever the broker. */
interface Listening {

    /** Returns a listener for a broker's type of messages. */
    <M> InboxListener<M> listener(MessageReader<M> reader);

    /** Sets a message aside, where the broker does not. */
    default void setAside(Verdict.SetAside verdict) throws Exception {}

    /** The broker was told of a message. */
    default void acknowledged() {}
}
