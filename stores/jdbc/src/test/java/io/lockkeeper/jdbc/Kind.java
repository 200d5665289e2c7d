package io.lockkeeper.jdbc;

import io.lockkeeper.servers.Installation;
import io.lockkeeper.servers.Programs;
import java.nio.file.Files;
import org.junit.jupiter.api.Assumptions;

/** The kinds of database on which tests run. Where a server is missing its tests are skipped; in CI they fail. */
enum Kind {
    POSTGRESQL,
    MARIADB,
    MYSQLS_DRIVER_ON_MARIADB,
    NEWER_MARIADB,
    MYSQL,
    H2;

    /** A new database. */
    TestDatabase make() {
        assume();
        return switch (this) {
            case POSTGRESQL -> TestDatabase.postgreSql();
            case MARIADB -> TestDatabase.mariaDb();
            case MYSQLS_DRIVER_ON_MARIADB -> TestDatabase.mySqlsDriver();
            case NEWER_MARIADB -> TestDatabase.newerMariaDb();
            case MYSQL -> TestDatabase.mySql();
            case H2 -> TestDatabase.h2();
        };
    }

    private void assume() {
        boolean there = switch (this) {
            case POSTGRESQL, H2 -> true;
            case MARIADB, MYSQLS_DRIVER_ON_MARIADB -> Programs.find("mariadbd").isPresent();
            case NEWER_MARIADB -> isUnpacked("mariadb");
            case MYSQL -> isUnpacked("mysql");
        };
        Assumptions.assumeTrue(
                there || "true".equals(System.getenv("CI")), this + " is not on this machine: let ./test get it");
    }

    private static boolean isUnpacked(String server) {
        return Files.isDirectory(Installation.newer(server).folder().orElseThrow());
    }
}
