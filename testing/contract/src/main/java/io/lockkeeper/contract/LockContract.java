package io.lockkeeper.contract;

/** The contract of locks, as programs use them: the store through the engine, with one client a thread. */
public interface LockContract
        extends LockingPromise,
                OwnershipPromise,
                InterruptionPromise,
                HandlePromise,
                AsyncPromise,
                TimeoutPromise,
                OutagePromise,
                NoTracePromise,
                CounterPromise,
                ClientClosePromise,
                FixedLeasePromise,
                MultiLockPromise,
                ElectionPromise,
                LeaderPromise {}
