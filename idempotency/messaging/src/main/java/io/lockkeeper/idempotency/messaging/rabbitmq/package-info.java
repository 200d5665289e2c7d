/**
 * Inbox and outbox for RabbitMQ's own client, {@code com.rabbitmq:amqp-client}, which is optional.
 */
@NullMarked
package io.lockkeeper.idempotency.messaging.rabbitmq;

import org.jspecify.annotations.NullMarked;
