package io.lockkeeper.memcached;

import io.lockkeeper.contract.AdjustableLeaseContract;
import io.lockkeeper.contract.InspectionContract;
import io.lockkeeper.contract.RecallContract;
import io.lockkeeper.contract.RevocationContract;
import io.lockkeeper.servers.Installation;
import io.lockkeeper.servers.MemcachedServer;
import io.lockkeeper.servers.RequiresNewer;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The memcached store keeps every promise on a newer memcached, too. */
@RequiresNewer("memcached")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT) // Most of these tests wait for leases to end.
class NewerServerTest implements AdjustableLeaseContract, InspectionContract, RevocationContract, RecallContract {

    private final MemcachedServer memcached = MemcachedServer.start(Installation.newer("memcached"));

    @Override
    public Store open() {
        return MemcachedStore.connect(StoreAddress.parse(memcached.url() + "?timeout=10s"));
    }

    @Override
    public void outlast(Duration lease) {
        elapse(Duration.ofSeconds(Expiry.seconds(lease.toNanos(), lease.toNanos())));
    }

    @AfterAll
    void stop() {
        memcached.close();
    }
}
