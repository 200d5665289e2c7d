package io.lockkeeper.store;

import io.lockkeeper.engine.SystemEngine;

/** What no class of this package may do: know the engine. There to be caught. */
public final class BreachOfArchitecture {

    /** Made by nobody. */
    public BreachOfArchitecture() {}

    Engine engine() {
        return new SystemEngine();
    }
}
