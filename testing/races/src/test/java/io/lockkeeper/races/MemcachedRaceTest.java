package io.lockkeeper.races;

import io.lockkeeper.Purpose;
import io.lockkeeper.races.Violation.Promise;
import io.lockkeeper.servers.LoopbackServer;
import io.lockkeeper.servers.MemcachedServer;
import io.lockkeeper.servers.RequiresMemcached;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Races over memcached, whose tokens mean nothing, so that a stale holder may overwrite what others wrote. */
@RequiresMemcached
final class MemcachedRaceTest extends LeaseRaces {

    MemcachedRaceTest() {
        super(MemcachedServer::start, "", Race.duration(6));
    }

    @Override
    Purpose purpose() {
        return Purpose.EFFICIENCY;
    }

    @Override
    Race start(Fleet.Orders orders) {
        return Race.startWithoutTokens(orders);
    }

    @Override
    Set<Promise> notPromisedUnderFaults() {
        return Set.of(Promise.EXACT);
    }

    @Test
    void whileTheServerHangsNoTwoHoldTheLock() throws InterruptedException {
        try (LoopbackServer server = start()) {
            Trouble hangs = random ->
                    new Fault("the server is paused", ServerTrouble.time(random, LEASE), server::pause, server::resume);
            race(server, hangs).requireAllBut(Promise.EXACT);
        }
    }

    /** It forgets its locks, so two may hold one, as documented; but everyone goes on. */
    @Test
    void whileTheServerHangsAndCrashesEveryoneGoesOn() throws InterruptedException {
        try (LoopbackServer server = start()) {
            race(server, new ServerTrouble(server, LEASE)).requireAllBut(Promise.EXACT, Promise.ONE_HOLDER);
        }
    }

    /** Who waits asks again and again, in no order: chance decides, but starves nobody. */
    @Override
    int unevenness() {
        return 20;
    }
}
