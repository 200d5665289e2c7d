package io.lockkeeper;

/**
 * The news that somebody asks a holder to release its lock, see {@link LockRecall}.
 *
 * @param name the lock's name
 * @param token the fencing token of the lease that is recalled; a number without meaning on a store without tokens
 */
public record LeaseRecall(String name, long token) {}
