package io.lockkeeper.idempotency.contract;

/** The contract of every store of records with leases. */
public interface IdempotencyStoreContract
        extends ClaimPromise,
                TakeoverPromise,
                TokenPromise,
                RenewalPromise,
                FinishPromise,
                RecoveryPointPromise,
                ReleasePromise,
                RetentionPromise,
                BytesPromise,
                KeysPromise,
                TimeZonePromise,
                StoreCataloguePromise {}
