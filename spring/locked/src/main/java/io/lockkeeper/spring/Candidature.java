package io.lockkeeper.spring;

import io.lockkeeper.LockClient;

/**
 * An election for which the context is to stand.
 *
 * @param name its name
 * @param store which client holds it; known when all beans are
 */
record Candidature(String name, StoreChoice store) {

    Seat seat() {
        return new Seat(store.client(), name);
    }

    /**
     * An election of a client: one candidate stands for it.
     *
     * @param client whose election it is
     * @param name its name
     */
    record Seat(LockClient client, String name) {}
}
