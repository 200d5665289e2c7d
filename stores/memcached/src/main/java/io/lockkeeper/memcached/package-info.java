/**
 * A store that keeps its locks in one memcached 1.6: one item per lock; the claim that adds the item holds the lock.
 *
 * <p>For efficiency only. memcached is a cache: it evicts items when memory is short, forgets all of them when it is
 * restarted or flushed, and counts nothing that could be a fencing token. A holder whose lock is gone is notified at its next
 * renewal; until then, another client may hold it too.
 *
 * <pre>
 * claim     add            stored: granted
 *           gets           not stored: who holds it? (seldom again while a claim asks and asks)
 *           add            refused twice: stand in line, if nobody is next
 * renewal   gets …, cas …  one request for 255 locks, then one for each
 * set lease gets, cas      as a renewal, but also to end earlier
 * release   gets, cas      only if the item is still this claim's; reads along who is next in line, and whether it is recalled
 * recall    gets, set      an item beside the lock's, for a minute
 * </pre>
 *
 * <p>Expiry is memcached's, whose clock ticks once a second; {@link io.lockkeeper.memcached.Expiry} says what that means. A
 * lock whose holder died comes free 2 to 4 s after its lease, and up to a third of the lease later if its client had asked
 * little else of the server.
 *
 * <p>May import the API's values, {@code io.lockkeeper.store}, folsom and Netty; never {@code io.lockkeeper.engine}.
 */
@NullMarked
package io.lockkeeper.memcached;

import org.jspecify.annotations.NullMarked;
