/**
 * Inbox and outbox for JMS 3, {@code jakarta.jms:jakarta.jms-api}, which is optional.
 */
@NullMarked
package io.lockkeeper.idempotency.messaging.jms;

import org.jspecify.annotations.NullMarked;
