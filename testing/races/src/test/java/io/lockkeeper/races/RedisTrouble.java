package io.lockkeeper.races;

import io.lockkeeper.servers.RedisServer;
import java.time.Duration;
import java.util.Random;

/** A Redis server that has what troubles any server, and also keeps its clients waiting or throws them out. */
final class RedisTrouble implements Trouble {

    private final RedisServer redis;
    private final Duration lease;
    private final Trouble ofAnyServer;

    RedisTrouble(RedisServer redis, Duration lease) {
        this.redis = redis;
        this.lease = lease;
        this.ofAnyServer = new ServerTrouble(redis, lease);
    }

    @Override
    public Fault next(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> keepWaiting(ServerTrouble.time(random, lease));
            case 1 -> throwOut(Trouble.oneOf(random, "normal", "pubsub"));
            default -> ofAnyServer.next(random);
        };
    }

    private Fault keepWaiting(Duration lasts) {
        Runnable pause = () -> redis.exec("CLIENT", "PAUSE", "" + lasts.toMillis());
        return new Fault("the server keeps its clients waiting", lasts, pause, () -> {});
    }

    private Fault throwOut(String type) {
        return Fault.atOnce(
                "the server throws " + type + " clients out",
                () -> redis.exec("CLIENT", "KILL", "TYPE", type, "SKIPME", "yes"));
    }
}
