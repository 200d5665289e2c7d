package io.lockkeeper.bench.contestants;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/**
 * The same as {@link RawRedis} over a blocking socket for each lock: a request wakes the server and its caller, and no
 * event loop between them. What two round trips cost at least on this machine, with whatever client.
 */
public final class RawBlocking extends RawLimit {

    /** Makes it. */
    public RawBlocking() {
        super("raw-blocking", Backend.REDIS);
    }

    /** Where nobody waits: there it would poll as the other does. */
    @Override
    public boolean joins(String scenario) {
        return scenario.equals("s1") || scenario.equals("s2");
    }

    /** The process ends, and its sockets with it. */
    @Override
    public Locks open(String url, Optional<Duration> lease) {
        return Locks.of(name -> mutex(new Jedis(URI.create(url)), name, owner()), () -> {});
    }

    /** For one thread, as is its socket. */
    private static Mutex mutex(Jedis redis, String name, String owner) {
        String script = redis.scriptLoad(COMPARE_AND_DELETE);
        SetParams onlyIfFree = SetParams.setParams().nx().px(LEASE_MILLIS);
        return polling(
                name,
                () -> redis.set(name, owner, onlyIfFree) != null,
                () -> redis.evalsha(script, List.of(name), List.of(owner)).equals(1L));
    }
}
