package io.lockkeeper.idempotency;

/**
 * A failure that was stored as an operation's outcome.
 *
 * @param type the class of the exception
 * @param message its message, which repeats see: without secrets; empty if it had none
 */
public record StoredFailure(String type, String message) {}
