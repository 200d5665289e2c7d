package io.lockkeeper.contract;

/** The contract of every store, whatever else it can do. */
public interface StoreContract
        extends ExclusionPromise,
                IdempotencyPromise,
                ReleasePromise,
                RenewalPromise,
                WithdrawalPromise,
                NamesPromise,
                ClosingPromise,
                GuaranteesPromise,
                CapabilityPromise {}
