/** The engine in years of random faults: one thread, time that is moved, and a seed that repeats it. */
@NullMarked
package io.lockkeeper.simulation;

import org.jspecify.annotations.NullMarked;
