package io.lockkeeper.micrometer;

/** The {@link LockHoldConvention} that applies if no other is given. To be extended by one that adds key values. */
public class DefaultLockHoldConvention implements LockHoldConvention {

    /** Creates the convention. */
    public DefaultLockHoldConvention() {}
}
