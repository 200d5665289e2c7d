package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.RecordedSignals;
import io.lockkeeper.servers.Await;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Remaining;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.Tokens;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * MariaDB and MySQL may scan a whole table if a statement names many of its rows, and would wait for those that somebody else
 * has locked.
 */
@ParameterizedClass(name = "{0}")
@EnumSource(
        value = Kind.class,
        names = {"MARIADB", "MYSQL"})
class ManyRowsTest extends DatabaseOfKind {

    private static final int MANY = 1_500;
    private static final int PARTS = 3;
    private static final Duration LEASE = Duration.ofHours(1);

    ManyRowsTest(Kind kind) {
        super(kind);
    }

    @Test
    void aRenewalDoesNotMeetTheRowOfAnotherClient() throws Exception {
        try (JdbcStore store = database().open();
                Connection keeper = database().connect();
                Statement statement = keeper.createStatement()) {
            List<Renewal> due = hold();
            new ClaimsOf("eve").hold(store, "orders", LEASE);
            database().execute("ANALYZE TABLE lockkeeper_locks2");
            keeper.setAutoCommit(false);
            statement.execute("SELECT * FROM lockkeeper_locks2 WHERE name = 'orders' FOR UPDATE");
            JdbcSettings settings = JdbcSettings.defaults().withTimeout(Duration.ofSeconds(30));
            try (Database over = Database.over(new CountedDataSource(database().url()), settings)) {
                LockTable table = new LockTable(over.connections(), over.dialect(), over.sql(), over.failures(), 1);
                AtomicInteger asked = new AtomicInteger();
                assertThat(table.renew(due, () -> asked.incrementAndGet() == PARTS)
                                .renewed())
                        .hasSize(MANY);
                var hurried = table.renew(due, () -> true);
                assertThat(hurried.renewed()).as("the first part").hasSize(MANY / PARTS);
                assertThat(hurried.lost()).isEmpty();
            }
            keeper.rollback();
        }
    }

    @Test
    void readMailIsDeletedThoughAnotherClientsIsNotCommitted() throws Exception {
        try (JdbcStore store = database().open();
                Connection sender = database().connect();
                PreparedStatement mail = sender.prepareStatement(
                        "INSERT INTO lockkeeper_mail2 (client, sent, text) VALUES (?, " + Long.MAX_VALUE + ", ?)")) {
            sender.setAutoCommit(false);
            for (int number = 0; number < MANY; number++) {
                send(mail, "ann", "bills" + number);
            }
            mail.executeBatch();
            sender.commit();
            database().execute("ANALYZE TABLE lockkeeper_mail2");
            send(mail, "eve", "orders");
            mail.executeBatch();
            assertThatThereIsMore();
            ClaimsOf.answer(store.listen("ann", new RecordedSignals()));
            new ClaimsOf("bob").hold(store, "stock", LEASE);
            assertThat(ClaimsOf.queued(store, new ClaimsOf("ann").waiting("stock", LEASE))
                            .ahead())
                    .isZero();
            Await.until(
                    "all is read",
                    PATIENCE,
                    () -> database().number("SELECT COUNT(*) FROM lockkeeper_mail2 WHERE client = 'ann'") == 0);
            sender.rollback();
        }
    }

    private void assertThatThereIsMore() {
        JdbcSettings settings = JdbcSettings.defaults().withTimeout(Duration.ofSeconds(30));
        try (Database over = Database.over(new CountedDataSource(database().url()), settings)) {
            Mailbox mailbox = new Mailbox(over.connections(), over.sql());
            assertThat(mailbox.read("ann", text -> true)).isTrue();
            assertThat(mailbox.read("eve", text -> true)).isFalse();
        }
    }

    private static void send(PreparedStatement mail, String client, String name) throws SQLException {
        mail.setString(1, client);
        mail.setString(2, "contended\n" + name);
        mail.addBatch();
    }

    /** As if a client had taken them one by one. */
    private List<Renewal> hold() throws SQLException {
        List<Renewal> due = new ArrayList<>();
        try (Connection connection = database().connect();
                PreparedStatement row = connection.prepareStatement(
                        "INSERT INTO lockkeeper_locks2 (name, part, format, changes, claim, permits, capacity, since, ends,"
                                + " minutes, first_token, last_token) VALUES (?, 0, 1, 1, ?, 1, 1, 1, "
                                + Long.MAX_VALUE / 2 + ", 1, 1, 1)")) {
            connection.setAutoCommit(false);
            for (int number = 0; number < MANY; number++) {
                ClaimId claim = new ClaimId("ann", number);
                row.setString(1, "bills" + number);
                row.setString(2, claim.toString());
                row.addBatch();
                due.add(new Renewal(
                        new Grant("bills" + number, claim, new Tokens(1, 1), new Remaining(1, 1), false), LEASE));
            }
            row.executeBatch();
            connection.commit();
        }
        return due;
    }
}
