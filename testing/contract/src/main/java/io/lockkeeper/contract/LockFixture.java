package io.lockkeeper.contract;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import io.lockkeeper.store.Engine;

/** What the lock contract needs: the store, and the engine over it, both in the system's time. */
public interface LockFixture extends StoreFixture {

    /**
     * Starts a client over a store of its own.
     *
     * @param options what applies to the client
     * @return the client, closed by the contract
     */
    default LockClient start(ClientOptions options) {
        return Engine.load().start(open(), options);
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
