/**
 * What the stores have in common whose locks live as long as a session. It is for the authors of such stores, not for
 * programs that use locks.
 *
 * <p>May import the API's values, {@code io.lockkeeper.store} and {@code io.lockkeeper.time}; never {@code
 * io.lockkeeper.engine}, a store, or the client library of a server.
 */
@NullMarked
package io.lockkeeper.sessions;

import org.jspecify.annotations.NullMarked;
