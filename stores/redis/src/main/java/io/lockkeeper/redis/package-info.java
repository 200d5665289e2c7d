/**
 * A store that keeps its locks in one Redis node, 6.2 or later: scripts that hand a lock on, and a channel for each
 * client by which it learns of its grants.
 *
 * <p>A user of the server needs these rights and no others (without {@code +pubsub|numsub}, dead waiters may not be
 * skipped while somebody is subscribed to a pattern), {@code lk1:} preceded by the prefix if there is one:
 *
 * <pre>
 * ~lk1:* &amp;lk1:c:* +eval +evalsha +time +exists +hmget +hget +hset +hdel +hincrby +hgetall +pexpireat
 * +zadd +zrem +zcard +zrank +zrange +zpopmin +publish +pubsub|numsub +subscribe +ping
 * +select (for a database other than 0) +scan (for lists) +info (to be warned of an eviction policy)
 * </pre>
 *
 * <p>Whoever may write these keys is trusted; whoever may only publish can make clients ask, and no more.
 *
 * <p>Let the server never evict keys ({@code maxmemory-policy noeviction}); a full one refuses new locks and still
 * renews, hands over and releases those there are.
 *
 * <p>The layout of the data and the algorithm stand in {@code head.lua}. May import the API's values,
 * {@code io.lockkeeper.store}, Lettuce, Jedis and Netty; never {@code io.lockkeeper.engine}.
 */
@NullMarked
package io.lockkeeper.redis;

import org.jspecify.annotations.NullMarked;
