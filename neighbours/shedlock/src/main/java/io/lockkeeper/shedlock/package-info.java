/** ShedLock's lock provider over Lockkeeper's locks. Knows Lockkeeper's API, and no store. */
@NullMarked
package io.lockkeeper.shedlock;

import org.jspecify.annotations.NullMarked;
