package io.lockkeeper.races;

import io.lockkeeper.servers.EtcdServer;
import io.lockkeeper.servers.LoopbackServer;
import io.lockkeeper.servers.RequiresEtcd;
import org.junit.jupiter.api.Test;

/** Races over etcd, with sessions that end soon. */
@RequiresEtcd
final class EtcdRaceTest extends LeaseRaces {

    EtcdRaceTest() {
        super(EtcdServer::start, "?ttl=2s&timeout=1s", Race.duration(6));
    }

    @Test
    void whileTheServerHangsAndCrashesTheCounterIsExact() throws InterruptedException {
        try (LoopbackServer server = start()) {
            race(server, new ServerTrouble(server, LEASE)).requireAllBut();
        }
    }
}
