/**
 * An inbox and an outbox for messages of Kafka, RabbitMQ and JMS.
 *
 * <p>The inbox handles a message that is delivered several times once: the mark of the message and the effect of its handler are one
 * transaction. The outbox stores the messages that a handler sends in that transaction, and a relay sends them afterwards.
 *
 * <p>No broker's client may be imported here: they are optional, and each has a package of its own below this one.
 */
@NullMarked
package io.lockkeeper.idempotency.messaging;

import org.jspecify.annotations.NullMarked;
