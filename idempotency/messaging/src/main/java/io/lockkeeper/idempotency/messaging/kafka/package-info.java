/**
 * Inbox and outbox for Kafka's own client, {@code org.apache.kafka:kafka-clients}, which is optional.
 */
@NullMarked
package io.lockkeeper.idempotency.messaging.kafka;

import org.jspecify.annotations.NullMarked;
