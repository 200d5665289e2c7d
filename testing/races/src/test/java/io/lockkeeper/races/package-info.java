/**
 * Many processes race a counter under one lock, while they, the network and the store's server fail.
 *
 * <p>A {@link io.lockkeeper.races.Counter} is the protected resource. It trusts no lock: it writes down what was done to
 * it, and {@link io.lockkeeper.races.Verdict} judges that {@link io.lockkeeper.races.History} afterwards. Workers are
 * JVMs; what is done to them is in the subtypes of {@link io.lockkeeper.races.Trouble}, decided by a seed.
 *
 * <p>{@code -Dseed=N} repeats the faults of a race, {@code -Drace.seconds=N} lets it go on for longer; beyond a minute
 * or so add {@code -Djunit.jupiter.execution.timeout.mode=disabled}.
 */
@NullMarked
package io.lockkeeper.races;

import org.jspecify.annotations.NullMarked;
