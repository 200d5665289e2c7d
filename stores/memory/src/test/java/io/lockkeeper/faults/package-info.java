/** Stores that fail as a test wants it: decorators of a good store, one fault a name. */
@NullMarked
package io.lockkeeper.faults;

import org.jspecify.annotations.NullMarked;
