package io.lockkeeper.bench.contestants;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.Optional;

/** Two round trips to Redis: {@code SET NX PX}, and a script that deletes only what one set oneself. */
public final class RawRedis extends RawLimit {

    /** Makes it. */
    public RawRedis() {
        super("raw-limit", Backend.REDIS);
    }

    @Override
    public Locks open(String url, Optional<Duration> lease) {
        RedisClient client = RedisClient.create(url);
        RedisCommands<String, String> redis = client.connect().sync();
        String script = redis.scriptLoad(COMPARE_AND_DELETE);
        return Locks.of(name -> mutex(redis, script, name, owner()), client::shutdown);
    }

    private static Mutex mutex(RedisCommands<String, String> redis, String script, String name, String owner) {
        SetArgs onlyIfFree = SetArgs.Builder.nx().px(LEASE_MILLIS);
        return polling(name, () -> redis.set(name, value(owner), onlyIfFree) != null, () -> {
            Long deleted = redis.evalsha(script, ScriptOutputType.INTEGER, new String[] {name}, value(owner));
            return deleted == 1;
        });
    }
}
