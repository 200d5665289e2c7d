package io.lockkeeper.contract;

/** The contract of stores that queue claims and hand locks on: {@code Guarantees.Order.QUEUED}. */
public interface QueueContract
        extends StoreContract,
                QueueOrderPromise,
                HandOverPromise,
                DeadWaiterPromise,
                ContendedPromise,
                QueueWithdrawalPromise {}
