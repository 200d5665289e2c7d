package io.lockkeeper.jdbc;

import static io.lockkeeper.jdbc.ClaimsOf.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.LockStatus;
import io.lockkeeper.PlainText;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Renewal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that another release wrote, or somebody who meant harm, are taken for held and touch no other lock. */
@OnEveryDatabase
class ForeignRowTest extends DatabaseOfKind {

    private static final Duration LEASE = Duration.ofMinutes(1);

    private final ClaimsOf ann = new ClaimsOf("ann");
    private final ClaimsOf eve = new ClaimsOf("eve");

    ForeignRowTest(Kind kind) {
        super(kind);
    }

    /** Nobody holds it or waits, as far as this release can tell. */
    @ParameterizedTest
    @ValueSource(strings = {"format = 2", "capacity = 5"})
    void aRowOfAnotherFormatOrKindIsHeld(String difference) throws SQLException {
        String name = "foreign-" + difference.charAt(0);
        try (JdbcStore store = database().open()) {
            Grant mine = ann.hold(store, name, LEASE);
            assertThat(store.release(mine)).succeedsWithin(LEASE);
            Grant before = ann.hold(store, name + "-before", LEASE);
            update(difference, name);
            String row = row(name);
            assertThat(ClaimsOf.send(store, eve.now(name, LEASE))).isInstanceOf(ClaimOutcome.Busy.class);
            assertThat(ClaimsOf.send(store, eve.waiting(name, LEASE))).isInstanceOf(ClaimOutcome.Busy.class);
            Claim unknown = eve.now(name, LEASE);
            assertThat(store.withdraw(unknown, true)).succeedsWithin(LEASE);
            assertThat(answer(store.release(mine))).isInstanceOf(ReleaseOutcome.NotHeld.class);
            assertThatThrownBy(() -> answer(store.revoke(name))).hasMessageContaining("another release");
            assertThat(answer(store.list("foreign-" + difference.charAt(0), 10)))
                    .allMatch(status -> status.holder().isPresent())
                    .extracting(LockStatus::name)
                    .containsExactly(name, name + "-before");
            assertThat(answer(store.renew(List.of(new Renewal(before, LEASE)))).renewed())
                    .containsOnlyKeys(before.claim());
            assertThat(row(name)).as("the row, which nobody wrote").isEqualTo(row);
        }
    }

    @Test
    void whoCanNotBeReadIsPassedOver() throws SQLException {
        try (JdbcStore store = database().open()) {
            Grant grant = ann.hold(store, "odd", LEASE);
            Claim next = eve.waiting("odd", LEASE);
            assertThat(ClaimsOf.queued(store, next).ahead()).isZero();
            database()
                    .execute(
                            "UPDATE lockkeeper_locks2 SET waiting = CONCAT('nonsense\n', waiting, '\n:1'), withdrawn = 'nobody' WHERE waiting IS NOT NULL");
            assertThat(answer(store.inspect("odd")).orElseThrow().waiters()).hasSize(1);
            assertThat(answer(store.release(grant))).isInstanceOf(ReleaseOutcome.Released.class);
            assertThat(ClaimsOf.granted(store, next).claim()).isEqualTo(next.id());
        }
    }

    @Test
    void whatIsLoggedOfARowIsPlainText() throws SQLException {
        String name = "a\u009b2J\u202e";
        try (JdbcStore store = database().open();
                Logged log = Logged.of("io.lockkeeper.jdbc")) {
            Grant unused = ann.hold(store, name, LEASE);
            update("waiting = 'nonsense'", name);
            assertThat(answer(store.inspect(name)).orElseThrow().waiters()).isEmpty();
            assertThat(log.texts())
                    .anyMatch(text -> text.contains("'a\\u009b2J\\u202e'"))
                    .allMatch(text -> text.codePoints().allMatch(PlainText::isPlain));
        }
    }

    @Test
    void aHolderThatCanNotBeReadHoldsUntilItsLeaseEnds() throws SQLException {
        try (JdbcStore store = database().open()) {
            Grant unused = ann.hold(store, "who", LEASE);
            database().execute("UPDATE lockkeeper_locks2 SET claim = 'x' WHERE claim = '" + unused.claim() + "'");
            assertThat(ClaimsOf.send(store, eve.now("who", LEASE))).isInstanceOf(ClaimOutcome.Busy.class);
            assertThat(answer(store.list("who", 10))).hasSize(1);
            database().execute("UPDATE lockkeeper_locks2 SET ends = since WHERE claim = 'x'");
            Grant next = eve.hold(store, "who", LEASE);
            assertThat(next.firstToken()).isGreaterThan(unused.lastToken());
        }
    }

    /** As those after this one will find it. */
    @Test
    void aRowSaysHowManyPermitsOfHowManyItGives() throws SQLException {
        try (JdbcStore store = database().open()) {
            Grant grant = ann.hold(store, "one of one", LEASE);
            assertThat(database()
                            .number(
                                    "SELECT COUNT(*) FROM lockkeeper_locks2 WHERE part = 0 AND format = 1 AND permits = 1"
                                            + " AND capacity = 1 AND claim = '" + grant.claim() + "'"))
                    .isEqualTo(1);
        }
    }

    private void update(String change, String name) throws SQLException {
        try (var connection = database().connect();
                var update =
                        connection.prepareStatement("UPDATE lockkeeper_locks2 SET " + change + " WHERE name = ?")) {
            Dialects.of(connection).setName(update, 1, name);
            assertThat(update.executeUpdate()).isEqualTo(1);
        }
    }

    private String row(String name) throws SQLException {
        try (var connection = database().connect();
                var read = connection.prepareStatement(
                        "SELECT changes, claim, ends, waiting, withdrawn FROM lockkeeper_locks2 WHERE name = ?")) {
            Dialects.of(connection).setName(read, 1, name);
            try (var row = read.executeQuery()) {
                row.next();
                return row.getLong(1) + " " + row.getString(2) + " " + row.getLong(3) + " " + row.getString(4) + " "
                        + row.getString(5);
            }
        }
    }
}
