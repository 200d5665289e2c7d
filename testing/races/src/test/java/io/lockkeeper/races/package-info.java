/**
 * Many processes race a counter under one lock, while they, the network and the store's server fail.
 *
 * <p>A {@link io.lockkeeper.races.Counter} is the protected resource. It trusts no lock: it writes down what was done to
 * it, and {@link io.lockkeeper.races.Verdict} judges that {@link io.lockkeeper.races.History} afterwards. Workers are
 * JVMs; what is done to them is in the subtypes of {@link io.lockkeeper.races.Trouble}, decided by a seed.
 */
@NullMarked
package io.lockkeeper.races;

import org.jspecify.annotations.NullMarked;
