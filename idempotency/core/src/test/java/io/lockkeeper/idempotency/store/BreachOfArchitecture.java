package io.lockkeeper.idempotency.store;

import io.lockkeeper.idempotency.engine.Flights;

/** What the SPI must never do. */
public final class BreachOfArchitecture {

    /** The SPI's way to the engine. */
    public final Flights flights = new Flights();

    /** Imports the engine. */
    public BreachOfArchitecture() {}
}
