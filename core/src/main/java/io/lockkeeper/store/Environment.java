package io.lockkeeper.store;

import io.lockkeeper.time.Ticker;
import io.lockkeeper.time.Timer;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * The clock, random numbers and threads of an engine, so that tests and simulations can control time and randomness.
 *
 * @param ticker the clock
 * @param timer runs tasks by that clock
 * @param random the source of ids, secrets and the variation of pauses; safe for use by many threads
 * @param callbacks runs listeners, and completes the futures of users
 */
public record Environment(Ticker ticker, Timer timer, RandomGenerator random, Executor callbacks) {}
