package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Holder;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.RequiresMariaDb;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Terms;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Rows of locks that nobody held for long are deleted, and tokens go on growing. */
class SweepTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Nested
    class OnPostgreSql extends OnAnyDatabase {
        OnPostgreSql() {
            super(TestDatabase::postgreSql);
        }
    }

    @Nested
    @RequiresMariaDb
    class OnMariaDb extends OnAnyDatabase {
        OnMariaDb() {
            super(TestDatabase::mariaDb);
        }
    }

    @Nested
    class OnH2 extends OnAnyDatabase {
        OnH2() {
            super(TestDatabase::h2);
        }
    }

    abstract static class OnAnyDatabase extends OneDatabase {

        OnAnyDatabase(Supplier<TestDatabase> starter) {
            super(starter);
        }

        @Test
        void aRowIsSweptOnceItsLeaseHasEndedAndTokensGoOn() {
            try (Database database = Database.open(database().url(), JdbcSettings.defaults())) {
                LockTable table = table(database);
                hold(table, "kept", Duration.ofMinutes(1), 1);
                Grant ended = hold(table, "ended", Duration.ofMillis(50), 2);
                Await.until("a row is swept", PATIENCE, () -> table.sweep(0, 10) == 1);
                assertThat(table.list("kept", 10)).hasSize(1);
                assertThat(table.list("ended", 10)).isEmpty();
                Grant anew = hold(table, "ended", Duration.ofMinutes(1), 3);
                assertThat(anew.firstToken()).isGreaterThan(ended.lastToken());
            }
        }

        /** However many there are, nobody waits between two portions. */
        @Test
        void allThatIsOldIsSweptAtOnce() throws Exception {
            JdbcSettings settings = JdbcSettings.defaults().withTablePrefix("many_");
            try (Database database = Database.open(database().url(), settings);
                    Workers workers = new Workers(1, Duration.ofSeconds(30), database.failures())) {
                LockTable table = table(database);
                database()
                        .execute("INSERT INTO many_locks2 (name, part, format, changes, permits, capacity, since, ends,"
                                + " minutes, first_token, last_token) VALUES " + rows(3_500));
                hold(table, "young", Duration.ofMinutes(1), 6);
                assertThat(new Sweep(table, workers, Duration.ofMinutes(5)).all(1_000_000))
                        .succeedsWithin(PATIENCE);
                assertThat(database().number("SELECT COUNT(*) FROM many_locks2"))
                        .isEqualTo(1);
            }
        }

        private static String rows(int count) {
            return IntStream.range(0, count)
                    .mapToObj(row -> "(" + "'" + (100_000 + row) + "', 0, 1, 1, 1, 1, 1, 1, 1, 1, 1)")
                    .collect(Collectors.joining(", "));
        }

        @Test
        void whoReadARowBeforeItWasSweptAndMadeAnewDoesNotWriteItBack() {
            try (Database database = Database.open(database().url(), JdbcSettings.defaults())) {
                LockTable table = table(database);
                hold(table, "made anew", Duration.ofMillis(50), 4);
                AtomicBoolean first = new AtomicBoolean(true);
                table.decide("made anew", row -> {
                    if (first.getAndSet(false)) {
                        Await.until("the row is swept", PATIENCE, () -> table.sweep(0, 10) == 1);
                        hold(table, "made anew", Duration.ofMinutes(1), 5);
                    }
                    row.withdraw(new ClaimId("another", 1), true);
                    return true;
                });
                assertThat(table.decide("made anew", LockRow::status)
                                .orElseThrow()
                                .holder())
                        .isPresent();
            }
        }
    }

    private static LockTable table(Database database) {
        return new LockTable(
                database.connections(), database.dialect(), database.sql(), database.failures(), 2_000_000);
    }

    private static Grant hold(LockTable table, String name, Duration lease, long number) {
        Holder holder = new Holder("client", "host", 1, "main", "", 0);
        ClaimOutcome outcome =
                table.claim(new Claim(name, new ClaimId("client", number), holder, Terms.mutex(lease, 1), 0));
        assertThat(outcome).isInstanceOf(ClaimOutcome.Granted.class);
        return ((ClaimOutcome.Granted) outcome).grant();
    }
}
