package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Renewal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** Leases whose rows somebody keeps do not make those look unrenewed that were renewed. */
@OnEveryDatabase
class PartlyRenewedTest extends DatabaseOfKind {

    private static final Duration LEASE = Duration.ofHours(1);

    private final AtomicInteger loans = new AtomicInteger();
    private int mostLoans = Integer.MAX_VALUE;

    PartlyRenewedTest(Kind kind) {
        super(kind);
    }

    @Test
    void whatIsFreeIsRenewedHoweverLittleTimeThereIs() throws Exception {
        assertThatTheFreeAreRenewed("hurry", () -> true);
        assertThat(loans).hasValue(1);
    }

    @Test
    void aLaterFailureTakesNothingBack() throws Exception {
        mostLoans = 1;
        assertThatTheFreeAreRenewed("fails", () -> false);
        assertThat(loans).hasValueGreaterThan(1);
    }

    private void assertThatTheFreeAreRenewed(String prefix, BooleanSupplier isTimeUp) throws Exception {
        List<Renewal> due = new ArrayList<>();
        List<ClaimId> free = new ArrayList<>();
        try (JdbcStore store = database().open();
                Connection keeper = database().connect()) {
            keeper.setAutoCommit(false);
            for (int number = 0; number < 8; number++) {
                Grant grant = new ClaimsOf("ann" + number).hold(store, prefix + number, LEASE);
                due.add(new Renewal(grant, LEASE));
                if (number % 2 == 0) {
                    keep(keeper, grant.name());
                } else {
                    free.add(grant.claim());
                }
            }
            JdbcSettings settings = JdbcSettings.defaults().withTimeout(Duration.ofSeconds(30));
            try (Database over = Database.over(new Counted(), settings)) {
                loans.set(0);
                var outcome = new LockTable(over.connections(), over.dialect(), over.sql(), over.failures(), 1)
                        .renew(due, isTimeUp);
                assertThat(outcome.renewed()).containsOnlyKeys(free);
                assertThat(outcome.lost()).isEmpty();
            }
            keeper.rollback();
        }
    }

    private static void keep(Connection keeper, String name) throws SQLException {
        Dialect dialect = Dialects.of(keeper);
        Sql sql = Sql.of(dialect, JdbcSettings.defaults());
        try (PreparedStatement lock = keeper.prepareStatement(sql.text("lock"))) {
            dialect.setName(lock, 1, LockName.of(name).key());
            lock.executeQuery().close();
        }
    }

    /** Refuses connections after some. */
    private final class Counted extends PlainDataSource {

        private boolean isOpen;

        @Override
        public Connection getConnection() throws SQLException {
            if (isOpen && loans.incrementAndGet() > mostLoans) {
                throw new SQLException("no more connections", "08001");
            }
            isOpen = true; // The first was to look what database it is.
            return DriverManager.getConnection(database().url());
        }
    }
}
