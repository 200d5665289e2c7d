package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.RequiresMariaDb;
import io.lockkeeper.servers.RequiresNewer;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.StoreAddress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.time.zone.ZoneRulesProvider;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Sessions in any time zone, and at any change of their clocks, read the same time. */
class ZonesTest {

    private static final Duration LEASE = Duration.ofMinutes(1);

    @Nested
    class OnPostgreSql extends OnAnyDatabase {
        OnPostgreSql() {
            super(TestDatabase::postgreSql);
        }

        @Override
        String inZone(String hours) {
            return database().url("options=-c%20TimeZone=Etc/GMT" + hours.replace("+", "%2B"));
        }

        /** An hour back, within the hour that is now. */
        @Test
        void aChangeOfTheClocksMovesNothing() throws SQLException {
            Instant now = Instant.now();
            assertReads(now, "SET TimeZone = 'WIN0SUM,0/0,J" + (dayOfYear(now) + 1) + "/0'", new PostgreSql());
            assertReads(now, "SET TimeZone = 'Europe/Berlin'", new PostgreSql());
        }

        private static int dayOfYear(Instant now) {
            return now.atZone(ZoneOffset.UTC).getDayOfYear() % 365;
        }
    }

    @Nested
    @RequiresMariaDb
    class OnMariaDb extends OnMySqlsKin {
        OnMariaDb() {
            super(TestDatabase::mariaDb);
        }
    }

    @Nested
    @RequiresNewer("mariadb")
    class OnNewerMariaDb extends OnMySqlsKin {
        OnNewerMariaDb() {
            super(TestDatabase::newerMariaDb);
        }
    }

    @Nested
    @RequiresNewer("mysql")
    class OnMySql extends OnMySqlsKin {
        OnMySql() {
            super(TestDatabase::mySql);
        }

        @Override
        String inZone(String hours) {
            return super.inZone(hours).replace("+", "%2B");
        }
    }

    abstract static class OnMySqlsKin extends OnAnyDatabase {

        OnMySqlsKin(Supplier<TestDatabase> starter) {
            super(starter);
        }

        @Override
        String inZone(String hours) {
            return database().url("sessionVariables=time_zone='" + opposite(hours) + ":00'");
        }

        /** The session's clock is set to two moments that have the same local time, an hour apart. */
        @Test
        void aChangeOfTheClocksMovesNothing() throws SQLException {
            makeZone();
            for (long second : new long[] {1_792_888_200, 1_792_891_800}) {
                try (Connection connection = database().connect()) {
                    execute(connection, "SET time_zone = 'Test/Changing'");
                    execute(connection, "SET timestamp = " + second + ".25");
                    assertThat(read(connection, "SELECT DATE_FORMAT(NOW(), '%H%i')"))
                            .isEqualTo(230);
                    assertThat(read(connection, "SELECT " + new MariaDb().now()))
                            .isEqualTo(second * 1_000_000 + 250_000);
                }
            }
        }

        /** Two hours before UTC until 1 a.m. of that night, one hour after that. */
        private void makeZone() throws SQLException {
            database()
                    .execute(
                            "INSERT INTO mysql.time_zone VALUES (4711, 'N')",
                            "INSERT INTO mysql.time_zone_name VALUES ('Test/Changing', 4711)",
                            "INSERT INTO mysql.time_zone_transition VALUES (4711, 0, 0), (4711, 1792890000, 1)",
                            "INSERT INTO mysql.time_zone_transition_type VALUES"
                                    + " (4711, 0, 7200, 1, 'SUM'), (4711, 1, 3600, 0, 'WIN')");
        }
    }

    @Nested
    class OnH2 extends OnAnyDatabase {
        OnH2() {
            super(TestDatabase::h2);
        }

        @Override
        String inZone(String hours) {
            return database().url() + ";TIME ZONE=" + opposite(hours) + ":00";
        }

        /** An hour back, within the hour that is now. */
        @Test
        void aChangeOfTheClocksMovesNothing() throws SQLException {
            Instant now = Instant.now();
            ZoneRulesProvider.registerProvider(new OneZone("Test/Changed", now.minusSeconds(1_800)));
            ZoneRulesProvider.registerProvider(new OneZone("Test/Changing", now.plusSeconds(1_800)));
            assertReads(now, "SET TIME ZONE 'Test/Changed'", new H2());
            assertReads(now, "SET TIME ZONE 'Test/Changing'", new H2());
        }
    }

    abstract static class OnAnyDatabase extends OneDatabase {

        OnAnyDatabase(Supplier<TestDatabase> starter) {
            super(starter);
        }

        /** The database's URL, for sessions so many hours west of Greenwich. */
        abstract String inZone(String hours);

        static String opposite(String hours) {
            return (hours.startsWith("-") ? "+" : "-") + hours.substring(1);
        }

        /** As seen from half the world away, the lease is neither over nor longer, and tokens grow. */
        @Test
        void clientsInTwoZonesExcludeEachOther() {
            try (JdbcStore east = JdbcStore.connect(StoreAddress.parse(inZone("-12")));
                    JdbcStore west = JdbcStore.connect(StoreAddress.parse(inZone("+12")))) {
                ClaimsOf ann = new ClaimsOf("ann");
                ClaimsOf eve = new ClaimsOf("eve");
                List<JdbcStore> stores = List.of(east, west, east);
                long last = 0;
                for (int turn = 0; turn < 2; turn++) {
                    Grant grant = ann.hold(stores.get(turn), "orders", LEASE);
                    assertThat(grant.firstToken()).isGreaterThan(last);
                    ClaimOutcome refused = ClaimsOf.send(stores.get(turn + 1), eve.now("orders", LEASE));
                    assertThat(refused)
                            .isInstanceOfSatisfying(
                                    ClaimOutcome.Busy.class,
                                    busy -> assertThat(busy.retryAfter()).isBetween(LEASE.minusSeconds(30), LEASE));
                    assertThat(stores.get(turn + 1).release(grant)).succeedsWithin(Duration.ofSeconds(30));
                    last = grant.lastToken();
                }
            }
        }

        void assertReads(Instant now, String zone, Dialect dialect) throws SQLException {
            try (Connection connection = database().connect()) {
                execute(connection, zone);
                long read = read(connection, "SELECT " + dialect.now());
                assertThat(Duration.between(now, Instant.EPOCH.plusNanos(read * 1_000)))
                        .as("the time between two readings of this machine's clock")
                        .isBetween(Duration.ofSeconds(-1), Duration.ofMinutes(1));
            }
        }

        static long read(Connection connection, String question) throws SQLException {
            try (PreparedStatement read = connection.prepareStatement(question);
                    ResultSet answer = read.executeQuery()) {
                answer.next();
                return answer.getLong(1);
            }
        }

        static void execute(Connection connection, String command) throws SQLException {
            try (PreparedStatement statement = connection.prepareStatement(command)) {
                statement.execute();
            }
        }
    }

    /** A zone whose clocks are put back by an hour at a moment. */
    private static final class OneZone extends ZoneRulesProvider {

        private final String id;
        private final ZoneRules rules;

        OneZone(String id, Instant change) {
            this.id = id;
            ZoneOffset summer = ZoneOffset.ofHours(2);
            ZoneOffset winter = ZoneOffset.ofHours(1);
            ZoneOffsetTransition back = ZoneOffsetTransition.of(
                    change.atOffset(summer).toLocalDateTime().withNano(0), summer, winter);
            rules = ZoneRules.of(summer, summer, List.of(), List.of(back), List.of());
        }

        @Override
        protected Set<String> provideZoneIds() {
            return Set.of(id);
        }

        @Override
        protected ZoneRules provideRules(String zoneId, boolean forCaching) {
            return rules;
        }

        @Override
        protected NavigableMap<String, ZoneRules> provideVersions(String zoneId) {
            return new TreeMap<>(Map.of("1", rules));
        }
    }
}
