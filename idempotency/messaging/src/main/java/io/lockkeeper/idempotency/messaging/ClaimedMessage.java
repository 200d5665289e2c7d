package io.lockkeeper.idempotency.messaging;

/**
 * A message that a relay has claimed.
 *
 * @param seq the place in the order of writing
 * @param lane messages of a lane are sent one after another
 * @param message to be sent
 * @param refusals how often it was refused
 */
record ClaimedMessage(long seq, String lane, OutboxMessage message, int refusals) {}
