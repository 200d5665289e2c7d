package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Holder;
import io.lockkeeper.servers.Await;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Terms;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rows of locks that nobody held for long are deleted, and tokens go on growing. */
@OnEveryDatabase
class SweepTest extends DatabaseOfKind {

    private static final Duration LONG = Duration.ofHours(1);

    SweepTest(Kind kind) {
        super(kind);
    }

    @Test
    void aRowIsSweptOnceItsLeaseHasEndedAndTokensGoOn() {
        try (Database database = Database.open(database().url(), JdbcSettings.defaults())) {
            LockTable table = table(database);
            hold(table, "kept", LONG, 1);
            Grant ended = hold(table, "ended", Duration.ofMillis(50), 2);
            Await.until("a row is swept", PATIENCE, () -> table.sweep(0, 10) == 1);
            assertThat(table.list("kept", 10)).hasSize(1);
            assertThat(table.list("ended", 10)).isEmpty();
            Grant anew = hold(table, "ended", LONG, 3);
            assertThat(anew.firstToken()).isGreaterThan(ended.lastToken());
        }
    }

    @Test
    void aLockThatWasReleasedIsSweptThoughItsLeaseWasLong() {
        try (Database database = Database.open(database().url(), JdbcSettings.defaults())) {
            LockTable table = table(database);
            assertThat(table.release(hold(table, "released", LONG, 7))).isTrue();
            Await.until("a row is swept", PATIENCE, () -> table.sweep(0, 10) == 1);
        }
    }

    /** However many there are, nobody waits between two portions. */
    @Test
    void allThatIsOldIsSweptAtOnce() throws Exception {
        JdbcSettings settings = JdbcSettings.defaults().withTablePrefix("many_");
        try (Database database = Database.open(database().url(), settings);
                Workers workers = new Workers(1, PATIENCE, database.failures())) {
            LockTable table = table(database);
            database()
                    .execute("INSERT INTO many_locks2 (name, part, format, changes, permits, capacity, since, ends,"
                            + " minutes, first_token, last_token) VALUES " + rows(3_500));
            database().execute("UPDATE many_locks2 SET capacity = 5 WHERE first_token = 100000");
            database().execute("UPDATE many_locks2 SET part = 1 WHERE first_token = 100001");
            database().execute("UPDATE many_locks2 SET format = 2 WHERE first_token = 100002");
            hold(table, "young", LONG, 6);
            assertThat(new Sweep(table, workers, Duration.ofMinutes(5)).all(1_000_000))
                    .succeedsWithin(PATIENCE);
            assertThat(database().number("SELECT COUNT(*) FROM many_locks2"))
                    .as("the young one and those that another release knows")
                    .isEqualTo(4);
        }
    }

    private static String rows(int count) {
        return IntStream.range(0, count)
                .mapToObj(row -> "(" + "'" + (100_000 + row) + "', 0, 1, 1, 1, 1, 1, 1, 1, " + (100_000 + row) + ", 1)")
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
                    hold(table, "made anew", LONG, 5);
                }
                row.withdraw(new ClaimId("another", 1), true);
                return true;
            });
            assertThat(table.decide("made anew", LockRow::status).orElseThrow().holder())
                    .isPresent();
        }
    }

    private static LockTable table(Database database) {
        return new LockTable(
                database.connections(), database.dialect(), database.sql(), database.failures(), 2_000_000);
    }

    private static Grant hold(LockTable table, String name, Duration lease, long number) {
        Holder holder = new Holder("client", "host", 1, "main", "", 0);
        ClaimOutcome outcome = table.claim(
                new Claim(name, new ClaimId("client", number), holder, Terms.mutex(lease, 1), 0), () -> false);
        assertThat(outcome).isInstanceOf(ClaimOutcome.Granted.class);
        return ((ClaimOutcome.Granted) outcome).grant();
    }
}
