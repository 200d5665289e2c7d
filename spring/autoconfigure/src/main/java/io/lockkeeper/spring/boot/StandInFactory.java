package io.lockkeeper.spring.boot;

/**
 * A factory whose clients stand in for those of the configured stores in a test: their locks are in memory. {@code @Locked(checkCommit =
 * true)} then asks the lease before a transaction commits, since there is no database to check it in.
 */
public interface StandInFactory extends LockClientFactory {}
