package io.lockkeeper.optimistic;

/** All that must be so on every database. */
interface EveryDatabaseContract
        extends VersionedTableContract,
                GivenConnectionContract,
                CounterColumnContract,
                FencedTableContract,
                RacesContract,
                TransactionsContract {}
