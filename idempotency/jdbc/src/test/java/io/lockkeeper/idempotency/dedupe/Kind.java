package io.lockkeeper.idempotency.dedupe;

import io.lockkeeper.servers.Installation;
import io.lockkeeper.servers.MariaDbServer;
import io.lockkeeper.servers.MySqlServer;
import io.lockkeeper.servers.PostgresServer;
import io.lockkeeper.servers.Programs;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.Executable;

/** The databases on which tests run. Servers start when first asked for, and end with this JVM. */
enum Kind {
    POSTGRESQL(DedupeDatabase.POSTGRESQL),
    MARIADB(DedupeDatabase.MARIADB),
    NEWER_MARIADB(DedupeDatabase.MARIADB),
    MYSQL(DedupeDatabase.MYSQL),
    H2(DedupeDatabase.H2);

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final DedupeDatabase database;

    Kind(DedupeDatabase database) {
        this.database = database;
    }

    DedupeDatabase database() {
        return database;
    }

    /** Where the server is. */
    String url() {
        Assumptions.assumeTrue(
                isThere() || "true".equals(System.getenv("CI")), this + " is not on this machine: let ./test get it");
        return switch (this) {
            case POSTGRESQL -> OnlyPostgres.SERVER.url();
            case MARIADB -> OnlyMariaDb.SERVER.url();
            case NEWER_MARIADB -> OnlyNewerMariaDb.SERVER.url();
            case MYSQL -> OnlyMySql.SERVER.url();
            case H2 -> "jdbc:h2:mem:dedupe;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000";
        };
    }

    /** A name for a new table. */
    static String newTable() {
        return "marks" + NUMBER.incrementAndGet();
    }

    /** Whether so many sessions wait for others' rows. H2 does not say, and tries again and again
     * meanwhile: whoever inserts counts as waiting. */
    boolean areWaiting(int sessions, PlainDataSource source) throws SQLException {
        if (this == H2) {
            return Thread.getAllStackTraces().values().stream()
                            .filter(stack -> Arrays.stream(stack).anyMatch(Kind::isInsertionInH2))
                            .count()
                    >= sessions;
        }
        try (Connection connection = source.getConnection()) {
            return Marks.number(connection, waiting()) >= sessions;
        }
    }

    private static boolean isInsertionInH2(StackTraceElement call) {
        return call.getClassName().equals(io.lockkeeper.idempotency.dedupe.H2.class.getName())
                && call.getMethodName().equals("insert");
    }

    private String waiting() {
        return switch (this) {
            case POSTGRESQL -> "SELECT count(*) FROM pg_locks WHERE NOT granted";
            // Not innodb_trx: whoever reads that often is shown what was read before.
            case MARIADB, NEWER_MARIADB -> rowWaits("information_schema");
            case MYSQL -> rowWaits("performance_schema");
            case H2 -> throw new IllegalStateException("H2 does not say");
        };
    }

    private static String rowWaits(String schema) {
        return "SELECT variable_value FROM " + schema
                + ".global_status WHERE variable_name = 'Innodb_row_lock_current_waits'";
    }

    boolean isMariaDbOrMySql() {
        return this == MARIADB || this == NEWER_MARIADB || this == MYSQL;
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
        static final PostgresServer SERVER = PostgresServer.start("deadlock_timeout=200ms", "shared_buffers=1GB");
    }

    private static final class OnlyMariaDb {
        static final MariaDbServer SERVER = MariaDbServer.start("--innodb-buffer-pool-size=1G");
    }

    private static final class OnlyNewerMariaDb {
        static final MariaDbServer SERVER = MariaDbServer.start(Installation.newer("mariadb"));
    }

    private static final class OnlyMySql {
        static final MySqlServer SERVER = MySqlServer.start();
    }

    /** A test where it applies, and none elsewhere: a test that is skipped would fail a run in CI. */
    static Stream<DynamicTest> where(boolean applies, Executable test) {
        return applies ? Stream.of(DynamicTest.dynamicTest("on this database", test)) : Stream.empty();
    }
}
