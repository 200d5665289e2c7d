package io.lockkeeper.contract;

/** All contracts of the SPI: for stores that can do everything. */
public interface EveryStoreContract
        extends TokenContract,
                QueueExpiryContract,
                QueueAdjustableLeaseContract,
                ExchangeContract,
                QueueCatalogueContract,
                QueueRevocationContract,
                RevokedClaimContract,
                RecallPushContract {}
