/**
 * Time as values that are passed in: a clock to read and a clock that calls back.
 *
 * <p>Nothing else in Lockkeeper reads a clock, so tests and simulations move time by hand. May import
 * nothing of Lockkeeper's.
 */
@NullMarked
package io.lockkeeper.time;

import org.jspecify.annotations.NullMarked;
