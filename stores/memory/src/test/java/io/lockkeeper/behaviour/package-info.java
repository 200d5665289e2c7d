/** What the engine promises, seen through the API over a memory store, in time that is moved by hand. */
@NullMarked
package io.lockkeeper.behaviour;

import org.jspecify.annotations.NullMarked;
