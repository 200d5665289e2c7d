package io.lockkeeper.websale.shop;

/**
 * What a service does at the moment.
 *
 * @param token the fencing token of the order that holds the lock; 0 if none of this service does
 * @param waiting how many orders of this service wait for the lock
 */
public record Status(long token, int waiting) {}
