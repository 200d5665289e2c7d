package io.lockkeeper.races;

import io.lockkeeper.servers.LoopbackServer;
import io.lockkeeper.servers.ZooKeeperServer;
import org.junit.jupiter.api.Test;

/** Races over ZooKeeper, whose locks end with a session of two seconds. */
final class ZooKeeperRaceTest extends LeaseRaces {

    ZooKeeperRaceTest() {
        super(ZooKeeperServer::start, "?session=2s", Race.duration(6));
    }

    @Test
    void whileTheServerHangsAndCrashesTheCounterIsExact() throws InterruptedException {
        try (LoopbackServer server = start()) {
            race(server, new ServerTrouble(server, LEASE)).requireAllBut();
        }
    }
}
