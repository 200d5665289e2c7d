package io.lockkeeper.contract;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import io.lockkeeper.store.Engine;
import io.lockkeeper.store.Store;

/** What the lock contract needs: the store, and the engine over it, both in the system's time. */
public interface LockFixture extends StoreFixture {

    /**
     * Starts a client over a store of its own.
     *
     * @param options what applies to the client
     * @return the client, closed by the contract
     */
    default LockClient start(ClientOptions options) {
        return start(open(), options);
    }

    /**
     * Starts a client over a store.
     *
     * @param store the store, closed with the client
     * @param options what applies to the client
     * @return the client, closed by the contract
     */
    default LockClient start(Store store, ClientOptions options) {
        return Engine.load().start(store, options);
    }

    /**
     * A thread with a client of its own, so that the store is really used.
     *
     * @return the actor, to be closed by the caller
     */
    default Actor actor() {
        return new Actor(this);
    }
}
