/**
 * Who takes part: one small class each, on the public API of its library only.
 *
 * <p>Nothing of the harness may be imported here: what is measured does not know how.
 */
@NullMarked
package io.lockkeeper.bench.contestants;

import org.jspecify.annotations.NullMarked;
