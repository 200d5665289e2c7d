package io.lockkeeper.bench.contestants;

import java.net.URI;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/**
 * The same as {@link RawLimit} over a blocking socket for each lock: a request wakes the server and its caller, and no
 * event loop between them. What two round trips cost at least on this machine, with whatever client.
 */
public final class RawBlocking implements OnRedis {

    @Override
    public String name() {
        return "raw-blocking";
    }

    /** Where nobody waits: there it would poll as the other does. */
    @Override
    public boolean joins(String scenario) {
        return scenario.equals("s1") || scenario.equals("s2");
    }

    @Override
    public Locks open(String redisUrl) {
        URI server = URI.create(redisUrl);
        String process = UUID.randomUUID().toString();
        AtomicLong mutexes = new AtomicLong();
        return new Locks() {
            @Override
            public Mutex lock(String name) {
                Jedis redis = new Jedis(server);
                String script = redis.scriptLoad(RawMutex.COMPARE_AND_DELETE);
                return new BlockingMutex(redis, script, name, process + ":" + mutexes.incrementAndGet());
            }

            @Override
            public void close() {
                // The process ends, and its sockets with it.
            }
        };
    }

    /** For one thread, as is its socket. */
    private record BlockingMutex(Jedis redis, String script, String name, String owner) implements Mutex {

        @Override
        public void lock() {
            SetParams onlyIfFree = SetParams.setParams().nx().px(RawMutex.LEASE_MILLIS);
            while (redis.set(name, owner, onlyIfFree) == null) {
                LockSupport.parkNanos(RawMutex.RETRY_NANOS);
            }
        }

        @Override
        public void unlock() {
            if (!redis.evalsha(script, List.of(name), List.of(owner)).equals(1L)) {
                throw new IllegalMonitorStateException(name + " was not held");
            }
        }
    }
}
