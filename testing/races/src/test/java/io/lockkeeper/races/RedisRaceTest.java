package io.lockkeeper.races;

import io.lockkeeper.races.Violation.Promise;
import io.lockkeeper.servers.RedisServer;
import org.junit.jupiter.api.Test;

/** Races over Redis. */
final class RedisRaceTest extends LeaseRaces {

    RedisRaceTest() {
        super(RedisServer::start, "", Race.duration(6));
    }

    @Test
    void whileTheServerHangsAndCrashesAndKeepsItsDataTheCounterIsExact() throws InterruptedException {
        try (RedisServer redis = RedisServer.configure().appendOnly().start()) {
            race(redis, new RedisTrouble(redis, LEASE)).requireAllBut();
        }
    }

    /** Two hold the lock for a moment, as documented; the tokens go on by the server's clock. */
    @Test
    void whileTheServerCrashesAndForgetsItsLocksTheCounterIsExact() throws InterruptedException {
        try (RedisServer redis = RedisServer.start()) {
            race(redis, new RedisTrouble(redis, LEASE)).requireAllBut(Promise.ONE_HOLDER);
        }
    }
}
