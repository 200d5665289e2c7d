package io.lockkeeper.store;

import io.lockkeeper.time.Ticker;
import io.lockkeeper.time.Timer;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * What an engine takes from the world around it, so that tests and simulations can move time and repeat chance.
 *
 * @param ticker the clock
 * @param timer calls back by that clock
 * @param random where ids, secrets and the spread of pauses come from; safe for use by many threads
 * @param callbacks runs listeners, and completes futures that users have seen
 */
public record Environment(Ticker ticker, Timer timer, RandomGenerator random, Executor callbacks) {}
