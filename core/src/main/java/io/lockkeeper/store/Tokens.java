package io.lockkeeper.store;

/**
 * The consecutive fencing tokens of a grant.
 *
 * @param first at least 1; greater than every token granted before, or, on a store {@linkplain
 *     io.lockkeeper.Guarantees.Tokens#NONE without tokens}, than every token granted to this client before
 * @param last at least the first
 */
public record Tokens(long first, long last) {}
