package io.lockkeeper.bench.scenarios;

import java.util.function.Supplier;

/**
 * A contestant in a scenario.
 *
 * @param name as in the table
 * @param opening starts what the entrant needs for all its rounds
 */
public record Entrant(String name, Supplier<Session> opening) {}
