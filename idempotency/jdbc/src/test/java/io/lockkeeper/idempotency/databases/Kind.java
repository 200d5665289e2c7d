package io.lockkeeper.idempotency.databases;

import io.lockkeeper.servers.Installation;
import io.lockkeeper.servers.MariaDbServer;
import io.lockkeeper.servers.MySqlServer;
import io.lockkeeper.servers.PostgresServer;
import io.lockkeeper.servers.Programs;
import java.nio.file.Files;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.Executable;

/** The databases on which tests run. Servers start when first asked for, and end with this JVM. */
public enum Kind {
    /** PostgreSQL. */
    POSTGRESQL,
    /** MariaDB. */
    MARIADB,
    /** The newest MariaDB. */
    NEWER_MARIADB,
    /** MySQL. */
    MYSQL,
    /** H2, in this process. */
    H2;

    /** Returns where the server is. */
    public String url() {
        Assumptions.assumeTrue(
                isThere() || "true".equals(System.getenv("CI")), this + " is not on this machine: let ./test get it");
        return switch (this) {
            case POSTGRESQL -> OnlyPostgres.SERVER.url();
            case MARIADB -> OnlyMariaDb.SERVER.url();
            case NEWER_MARIADB -> OnlyNewerMariaDb.SERVER.url();
            case MYSQL -> OnlyMySql.SERVER.url();
            case H2 -> "jdbc:h2:mem:idempotency;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000";
        };
    }

    private boolean isThere() {
        return switch (this) {
            case POSTGRESQL, H2 -> true;
            case MARIADB -> Programs.find("mariadbd").isPresent();
            case NEWER_MARIADB -> isUnpacked("mariadb");
            case MYSQL -> isUnpacked("mysql");
        };
    }

    private static boolean isUnpacked(String server) {
        return Files.isDirectory(Installation.newer(server).folder().orElseThrow());
    }

    private static final class OnlyPostgres {
        static final PostgresServer SERVER = PostgresServer.start("deadlock_timeout=200ms", "max_connections=200");
    }

    private static final class OnlyMariaDb {
        static final MariaDbServer SERVER = MariaDbServer.start("--max-connections=200");
    }

    private static final class OnlyNewerMariaDb {
        static final MariaDbServer SERVER = MariaDbServer.start(Installation.newer("mariadb"));
    }

    private static final class OnlyMySql {
        static final MySqlServer SERVER = MySqlServer.start();
    }

    /**
     * Returns a test where it applies, and none elsewhere: a test that is skipped would fail a run in CI.
     *
     * @param applies whether it does
     * @param test the test
     * @return none or one
     */
    public static Stream<DynamicTest> where(boolean applies, Executable test) {
        return applies ? Stream.of(DynamicTest.dynamicTest("on this database", test)) : Stream.empty();
    }
}
