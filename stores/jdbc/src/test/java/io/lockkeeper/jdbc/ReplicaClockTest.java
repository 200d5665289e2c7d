package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.RequiresMariaDb;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A proxy that sends plain reads to a replica whose clock is behind: nobody counts a lease from that. */
@RequiresMariaDb
class ReplicaClockTest extends OneDatabase {

    private static final Duration LEASE = Duration.ofMinutes(1);

    ReplicaClockTest() {
        super(TestDatabase::mariaDb);
    }

    @Test
    void noPushIsCountedFromTheReplicasTime() {
        String replica = database().url("sessionVariables=timestamp=1000000000");
        try (JdbcStore store = JdbcStore.over(
                new SplittingDataSource(database().url(), replica),
                JdbcSettings.defaults().withTimeout(LEASE))) {
            Grant held = new ClaimsOf("ann").hold(store, "orders", LEASE);
            Claim waits = new ClaimsOf("eve").waiting("orders", LEASE);
            assertThat(ClaimsOf.queued(store, waits).ahead()).isZero();
            assertThat(ClaimsOf.queued(store, waits).storeNanos())
                    .as("the time of the answer to a claim that is sent again")
                    .isGreaterThanOrEqualTo(held.storeNanos());
        }
    }
}
