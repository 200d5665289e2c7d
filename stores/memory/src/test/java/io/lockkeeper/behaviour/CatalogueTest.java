package io.lockkeeper.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LockCatalogue;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockStatus;
import io.lockkeeper.contract.ManualTime;
import io.lockkeeper.faults.BareStore;
import io.lockkeeper.faults.InspectingStore;
import io.lockkeeper.faults.Script;
import io.lockkeeper.memory.MemorySpace;
import io.lockkeeper.store.Engine;
import io.lockkeeper.store.Store;
import org.junit.jupiter.api.Test;

/** What a client can tell of the locks of its store depends on the store. */
class CatalogueTest {

    private final MemorySpace space = new MemorySpace(new ManualTime());

    @Test
    void aStoreThatOnlyInspectsShowsALockAndHasNoCatalogue() throws InterruptedException {
        try (LockClient client = start(new InspectingStore(space.connect(), new Script()));
                Lease lease = client.lock("a").acquire()) {
            assertThat(client.inspection().orElseThrow().inspect(lease.name()).flatMap(LockStatus::holder))
                    .isPresent();
            assertThat(client.catalogue()).isEmpty();
        }
    }

    @Test
    void aStoreThatCanTellNothingHasNoCatalogue() {
        try (LockClient client = start(new BareStore(space.connect(), new Script()))) {
            assertThat(client.catalogue()).isEmpty();
            assertThat(client.inspection()).isEmpty();
        }
    }

    @Test
    void aListHasRoomForOneLockAtLeast() {
        try (LockClient client = start(space.connect())) {
            LockCatalogue catalogue = client.catalogue().orElseThrow();
            assertThatThrownBy(() -> catalogue.list("", 0)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static LockClient start(Store store) {
        return Engine.load().start(store, ClientOptions.defaults());
    }
}
