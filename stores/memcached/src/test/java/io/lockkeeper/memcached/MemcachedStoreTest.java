package io.lockkeeper.memcached;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.AdjustableLeaseContract;
import io.lockkeeper.contract.InspectionContract;
import io.lockkeeper.contract.RecallContract;
import io.lockkeeper.contract.RevocationContract;
import io.lockkeeper.servers.MemcachedServer;
import io.lockkeeper.servers.RequiresMemcached;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The memcached store keeps every promise that one without a queue and without tokens can keep. */
@RequiresMemcached
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT) // Most of these tests wait for leases to end.
class MemcachedStoreTest implements AdjustableLeaseContract, InspectionContract, RevocationContract, RecallContract {

    private final MemcachedServer memcached = MemcachedServer.start();

    @Override
    public Store open() {
        return MemcachedStore.connect(StoreAddress.parse(memcached.url() + "?timeout=10s"));
    }

    /** An item outlives its lease by what a clock that ticks once a second, and may have stood still, makes needful. */
    @Override
    public void outlast(Duration lease) {
        long end = uptime() + Expiry.seconds(lease.toNanos(), lease.toNanos());
        eventually(patience().plus(lease), () -> assertThat(uptime()).isGreaterThanOrEqualTo(end));
    }

    /** The server's clock, which may be late on a busy machine. */
    private long uptime() {
        return Objects.requireNonNull(memcached.stats().get("uptime"));
    }

    @AfterAll
    void stop() {
        memcached.close();
    }
}
