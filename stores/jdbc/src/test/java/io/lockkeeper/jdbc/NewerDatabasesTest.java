package io.lockkeeper.jdbc;

import io.lockkeeper.servers.Installation;
import io.lockkeeper.servers.MariaDbServer;
import io.lockkeeper.servers.MySqlServer;
import io.lockkeeper.servers.RequiresNewer;
import java.sql.SQLException;
import org.junit.jupiter.api.Nested;

/** The lock table, and locks in it, keep every promise on MySQL and on the newest MariaDB, too. */
class NewerDatabasesTest {

    private static final String CONNECTIONS = "--max-connections=500";

    /** Started when first asked for. */
    private static final class OnlyMySql {
        static final MySqlServer SERVER = MySqlServer.start(CONNECTIONS);
    }

    /** Started when first asked for. */
    private static final class OnlyMariaDb {
        static final MariaDbServer SERVER = MariaDbServer.start(Installation.newer("mariadb"), CONNECTIONS);
    }

    @Nested
    @RequiresNewer("mysql")
    class OnMySql extends JdbcStoreTest.OnAnyDatabase {
        OnMySql() {
            super(() -> own(OnlyMySql.SERVER.url(), "store"));
        }
    }

    @Nested
    @RequiresNewer("mysql")
    class LocksOnMySql extends JdbcLocksTest.OnAnyDatabase {
        LocksOnMySql() {
            super(() -> own(OnlyMySql.SERVER.url(), "locks"));
        }
    }

    @Nested
    @RequiresNewer("mariadb")
    class OnMariaDb extends JdbcStoreTest.OnAnyDatabase {
        OnMariaDb() {
            super(() -> own(OnlyMariaDb.SERVER.url(), "store"));
        }
    }

    @Nested
    @RequiresNewer("mariadb")
    class LocksOnMariaDb extends JdbcLocksTest.OnAnyDatabase {
        LocksOnMariaDb() {
            super(() -> own(OnlyMariaDb.SERVER.url(), "locks"));
        }
    }

    private static TestDatabase own(String server, String name) {
        try {
            new TestDatabase(server).execute("CREATE DATABASE " + name);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
        return new TestDatabase(server.replace("/lockkeeper?", "/" + name + "?"));
    }
}
