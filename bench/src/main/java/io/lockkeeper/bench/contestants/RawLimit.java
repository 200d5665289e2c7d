package io.lockkeeper.bench.contestants;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The least that two round trips can cost: {@code SET NX PX}, and a script that deletes only what one set oneself.
 *
 * <p>No renewal, no re-entry, no order, no token, no care about lost replies. Who finds the lock held tries again after
 * {@link RawMutex#RETRY_NANOS}.
 */
public final class RawLimit implements OnRedis {

    @Override
    public String name() {
        return "raw-limit";
    }

    @Override
    public Locks open(String redisUrl) {
        RedisClient client = RedisClient.create(redisUrl);
        StatefulRedisConnection<String, String> connection = client.connect();
        String script = connection.sync().scriptLoad(RawMutex.COMPARE_AND_DELETE);
        String process = UUID.randomUUID().toString();
        AtomicLong mutexes = new AtomicLong();
        return new Locks() {
            @Override
            public Mutex lock(String name) {
                return new RawMutex(connection.sync(), script, name, process + ":" + mutexes.incrementAndGet());
            }

            @Override
            public void close() {
                client.shutdown();
            }
        };
    }
}
