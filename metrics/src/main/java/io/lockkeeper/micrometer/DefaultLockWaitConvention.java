package io.lockkeeper.micrometer;

/** The {@link LockWaitConvention} that applies if no other is given. To be extended by one that adds key values. */
public class DefaultLockWaitConvention implements LockWaitConvention {

    /** Creates the convention. */
    public DefaultLockWaitConvention() {}
}
