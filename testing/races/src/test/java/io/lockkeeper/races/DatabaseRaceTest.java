package io.lockkeeper.races;

import io.lockkeeper.servers.LoopbackServer;
import io.lockkeeper.servers.MariaDbServer;
import io.lockkeeper.servers.PostgresServer;
import io.lockkeeper.servers.RequiresMariaDb;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Races over a lock table. */
final class DatabaseRaceTest {

    @Nested
    final class OnPostgreSql extends OnOneDatabase {
        OnPostgreSql() {
            super(PostgresServer::start);
        }
    }

    @Nested
    @RequiresMariaDb
    final class OnMariaDb extends OnOneDatabase {
        OnMariaDb() {
            super(MariaDbServer::start);
        }
    }

    abstract static class OnOneDatabase extends LeaseRaces {

        OnOneDatabase(Supplier<LoopbackServer> starter) {
            super(starter, "&lockkeeper.timeout=2s", Race.duration(4));
        }

        @Test
        void whileTheServerHangsAndCrashesTheCounterIsExact() throws InterruptedException {
            try (LoopbackServer server = start()) {
                race(server, new ServerTrouble(server, LEASE)).requireAllBut();
            }
        }
    }
}
