package io.lockkeeper.races;

import io.lockkeeper.servers.RedisServer;
import java.time.Duration;
import java.util.Random;

/** A Redis server that hangs, throws its clients out, or crashes and comes back, with its data or without. */
final class ServerTrouble implements Trouble {

    private final RedisServer redis;
    private final Duration lease;

    ServerTrouble(RedisServer redis, Duration lease) {
        this.redis = redis;
        this.lease = lease;
    }

    @Override
    public Fault next(Random random) {
        Duration lasts = Trouble.between(
                random, lease.dividedBy(10), lease.multipliedBy(3).dividedBy(2));
        String type = Trouble.oneOf(random, "normal", "pubsub");
        return switch (random.nextInt(5)) {
            case 0 -> new Fault("the server is paused", lasts, redis::pause, redis::resume);
            case 1 ->
                new Fault(
                        "the server keeps its clients waiting",
                        lasts,
                        () -> redis.exec("CLIENT", "PAUSE", "" + lasts.toMillis()),
                        () -> {});
            case 2 -> Fault.atOnce("the server throws " + type + " clients out", () -> throwOut(type));
            case 3 -> new Fault("the server has crashed", lasts, redis::kill, redis::restart);
            default -> Fault.atOnce("the server is restarted in good order", redis::restart);
        };
    }

    private void throwOut(String type) {
        redis.exec("CLIENT", "KILL", "TYPE", type, "SKIPME", "yes");
    }
}
