package io.lockkeeper.idempotency.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;

/** Another service, which counts the effects of each operation: on a Redis of its own, so that it outlives those who call it. */
final class Downstream implements AutoCloseable {

    private static final String FENCED = """
            if tonumber(ARGV[1]) < tonumber(redis.call('HGET', KEYS[1], 'fence') or 0) then
              return 0
            end
            redis.call('HSET', KEYS[1], 'fence', ARGV[1])
            return 1
            """;

    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;

    Downstream(String url) {
        client = RedisClient.create(RedisURI.create(url));
        connection = client.connect();
    }

    /** Has the effect each time. */
    void apply(String operation) {
        connection.sync().hincrby(operation, "effects", 1);
    }

    /** Has the effect unless it had it under this key before. */
    void applyOnce(String operation, String key) {
        if (connection.sync().hsetnx(operation, "key:" + key, "seen")) {
            apply(operation);
        }
    }

    /** Has the effect unless it knows of a greater token. */
    void applyFenced(String operation, long token) {
        if (pass(operation, token)) {
            apply(operation);
        }
    }

    /** Whether it had the effect; it has none any more under smaller tokens. */
    boolean isDone(String operation, long token) {
        pass(operation, token);
        return effects(operation) > 0;
    }

    private boolean pass(String operation, long token) {
        Long passed = connection
                .sync()
                .eval(FENCED, ScriptOutputType.INTEGER, new String[] {operation}, Long.toString(token));
        return passed == 1;
    }

    long effects(String operation) {
        String count = connection.sync().hget(operation, "effects");
        return count == null ? 0 : Long.parseLong(count);
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
