package io.lockkeeper.bench.server;

/**
 * Measures a server's load from its start to its reading, without what the harness itself asks.
 *
 * <p>Signs of life are left out: they come by the clock, from clients that wait for their turn too.
 */
public interface LoadMeter {

    /** Returns the load since the start. */
    Load read();
}
