package io.lockkeeper.idempotency.dedupe;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Why the mark comes first: the work is a card that is charged, which no rollback undoes. */
@OnEveryDatabase
class OrderOfWorkTest {

    private final Marks marks;
    private final DedupeTable table;
    private final AtomicInteger charged = new AtomicInteger();

    OrderOfWorkTest(Kind kind) throws SQLException {
        this.marks = Marks.on(kind);
        this.table = marks.open();
    }

    @Test
    void readingBeforeInsertingLetsTwoRun() throws Exception {
        try (Connection one = marks.begin();
                Connection other = marks.begin()) {
            assertThat(isMarked(one)).isFalse();
            assertThat(isMarked(other)).isFalse();
            charged.incrementAndGet();
            insert(one);
            one.commit();
            charged.incrementAndGet();
            assertThatThrownBy(() -> insert(other)).isInstanceOf(SQLException.class);
            other.rollback();
        }
        assertThat(charged).hasValue(2);
    }

    @Test
    void markingAfterTheWorkLetsTwoRun() throws Exception {
        try (Connection one = marks.begin();
                Connection other = marks.begin()) {
            charged.incrementAndGet();
            charged.incrementAndGet();
            assertThat(table.first(one, "order-17")).isEqualTo(new DedupeOutcome.First(false));
            one.commit();
            assertThat(table.first(other, "order-17")).isEqualTo(new DedupeOutcome.Repeated());
            other.rollback();
        }
        assertThat(charged).hasValue(2);
    }

    @Test
    void markingBeforeTheWorkLetsOneRun() throws Exception {
        try (Connection one = marks.begin()) {
            assertThat(table.first(one, "order-17")).isEqualTo(new DedupeOutcome.First(false));
            FutureTask<DedupeOutcome> second = new FutureTask<>(() -> charge(marks));
            Thread thread = new Thread(second);
            thread.start();
            marks.awaitWaiting(1);
            charged.incrementAndGet();
            one.commit();
            assertThat(second.get(60, SECONDS)).isEqualTo(new DedupeOutcome.Repeated());
            thread.join();
        }
        assertThat(charged).hasValue(1);
    }

    private DedupeOutcome charge(Marks marks) throws SQLException {
        try (Connection connection = marks.begin()) {
            DedupeOutcome outcome = table.first(connection, "order-17");
            if (outcome instanceof DedupeOutcome.First) {
                charged.incrementAndGet();
            }
            connection.commit();
            return outcome;
        }
    }

    private boolean isMarked(Connection connection) throws SQLException {
        return Marks.number(connection, "SELECT count(*) FROM " + marks.layout().table()) > 0;
    }

    private void insert(Connection connection) throws SQLException {
        Marks.execute(connection, "INSERT INTO " + marks.layout().table() + " VALUES ('billing', 'order-17', 1)");
    }
}
