package io.lockkeeper.store;

/**
 * The consecutive fencing tokens of a grant.
 *
 * @param first at least 1; greater than every one granted before, but on a store {@linkplain
 *     io.lockkeeper.Guarantees.Tokens#NONE without tokens} only than those of this client
 * @param last at least the first
 */
public record Tokens(long first, long last) {}
