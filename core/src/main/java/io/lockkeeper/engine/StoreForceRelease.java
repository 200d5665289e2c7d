package io.lockkeeper.engine;

import io.lockkeeper.ForceRelease;
import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.store.Revocation;
import java.util.Optional;

/** The release by force of a store that can do it. */
record StoreForceRelease(Revocation store) implements ForceRelease {

    @Override
    public Optional<Holder> forceRelease(String name) {
        return StoreCatalogue.await(store.revoke(Names.check(name)));
    }

    @Override
    public Optional<Holder> forceRelease(String name, Holding holding) {
        return StoreCatalogue.await(store.revoke(Names.check(name), holding));
    }
}
