package io.lockkeeper.bench.contestants;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;

/** Two round trips to Redis: {@code SET NX PX}, and a script that deletes only what one set oneself. */
final class RawRedis {
    private RawRedis() {}

    static Locks open(String url) {
        RedisClient client = RedisClient.create(url);
        RedisCommands<String, String> redis = client.connect().sync();
        String script = redis.scriptLoad(RawLimit.COMPARE_AND_DELETE);
        return Locks.of(name -> mutex(redis, script, name, RawLimit.owner()), client::shutdown);
    }

    private static Mutex mutex(RedisCommands<String, String> redis, String script, String name, String owner) {
        SetArgs onlyIfFree = SetArgs.Builder.nx().px(RawLimit.LEASE_MILLIS);
        return RawLimit.polling(name, () -> redis.set(name, RawLimit.value(owner), onlyIfFree) != null, () -> {
            Long deleted = redis.evalsha(script, ScriptOutputType.INTEGER, new String[] {name}, RawLimit.value(owner));
            return deleted == 1;
        });
    }
}
