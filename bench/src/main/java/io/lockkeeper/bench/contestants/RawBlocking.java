package io.lockkeeper.bench.contestants;

import java.net.URI;
import java.util.List;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/**
 * The same as {@link RawRedis} over a blocking socket for each lock: a request wakes the server and its caller, and no
 * event loop between them. What two round trips cost at least on this machine, with whatever client.
 */
final class RawBlocking {
    private RawBlocking() {}

    /** The process ends, and its sockets with it. */
    static Locks open(String url) {
        return Locks.of(name -> mutex(new Jedis(URI.create(url)), name, RawLimit.owner()), () -> {});
    }

    /** For one thread, as is its socket. */
    private static Mutex mutex(Jedis redis, String name, String owner) {
        String script = redis.scriptLoad(RawLimit.COMPARE_AND_DELETE);
        SetParams onlyIfFree = SetParams.setParams().nx().px(RawLimit.LEASE_MILLIS);
        return RawLimit.polling(
                name,
                () -> redis.set(name, owner, onlyIfFree) != null,
                () -> redis.evalsha(script, List.of(name), List.of(owner)).equals(1L));
    }
}
