/**
 * Time as arguments: a clock that is read, and a timer that runs tasks.
 *
 * <p>Nothing else in Lockkeeper reads a clock, so tests and simulations move time by hand. May import
 * nothing of Lockkeeper's.
 */
@NullMarked
package io.lockkeeper.time;

import org.jspecify.annotations.NullMarked;
