/** Curator's {@code InterProcessLock} over Lockkeeper's locks. Knows Lockkeeper's API, and no store. */
@NullMarked
package io.lockkeeper.curator;

import org.jspecify.annotations.NullMarked;
