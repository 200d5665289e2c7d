package io.lockkeeper.bench.idempotency;

import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.RespConnection;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;

/**
 * Counts by MONITOR, which tells what clients send from what scripts call. What the server carries out waits in the socket until the end,
 * so short passes only. Not thread-safe.
 */
final class RedisWatch implements AutoCloseable {
    private static final String END = "bench-end-of-monitor";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Those of connections that are opened or kept alive. */
    private static final Set<String> OTHERS = Set.of("ping", "hello", "client", "info", "config", "auth");

    private final RedisServer redis;
    private final RespConnection connection;

    RedisWatch(RedisServer redis) {
        this.redis = redis;
        this.connection = redis.connect(PATIENCE);
        connection.exec("MONITOR");
    }

    /** Returns what was counted since the start. */
    Traffic finish() {
        redis.exec("ECHO", END);
        long requests = 0;
        long commands = 0;
        while (true) {
            // Such as: 1795272953.063965 [0 127.0.0.1:52082] "get" "a"
            String line = String.valueOf(connection.receive());
            if (line.contains(END)) {
                return new Traffic(requests, commands);
            }
            int name = line.indexOf('"') + 1;
            if (!OTHERS.contains(line.substring(name, line.indexOf('"', name)).toLowerCase(Locale.ROOT))) {
                commands++;
                requests += line.contains(" lua]") ? 0 : 1;
            }
        }
    }

    @Override
    public void close() {
        connection.close();
    }

    /**
     * What the server was asked.
     *
     * @param requests what clients sent
     * @param commands those, and what scripts called
     */
    record Traffic(long requests, long commands) {}
}
