package io.lockkeeper.idempotency.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.jdbc.JdbcIdempotency;
import io.lockkeeper.idempotency.jdbc.JdbcIdempotencySettings;
import io.lockkeeper.idempotency.jdbc.TransactionalIdempotency;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Batches: a row for each record, and what came before the record that failed is committed. */
class BatchTest {

    private final Ledger ledger = Ledger.shared();
    private final TransactionalIdempotency idempotency = JdbcIdempotency.transactional(
            ledger.source(), JdbcIdempotencySettings.defaults().withoutPurge());
    private final String prefix = UUID.randomUUID().toString();
    private final List<InboxMessage> batch =
            IntStream.range(0, 4).mapToObj(place -> InboxMessage.of(id(place))).toList();
    private Inbox inbox = open(5);

    enum Transactions {
        ONE_FOR_EACH,
        ONE_FOR_ALL
    }

    @BeforeEach
    void open() {
        inbox = open(5);
    }

    @AfterEach
    void close() {
        idempotency.close();
    }

    private Inbox open(int attempts) {
        try {
            return Inbox.open(
                    ledger.source(),
                    idempotency,
                    InboxSettings.of("batches", Consumption.HORIZON).withMaxAttempts(attempts));
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private String id(int place) {
        return prefix + place;
    }

    private BatchOutcome handle(Transactions transactions, InboxBatchAction<Exception> action) throws Exception {
        return transactions == Transactions.ONE_FOR_ALL
                ? inbox.handleTogether(batch, action)
                : inbox.handleEach(batch, action);
    }

    private static void effect(int index, InboxAttempt attempt, Connection connection) throws SQLException {
        Ledger.add(connection, attempt.key().id(), "" + index);
    }

    @ParameterizedTest
    @EnumSource
    void whatCameBeforeTheFailureIsCommittedAndTheIndexReported(Transactions transactions) throws Exception {
        BatchOutcome first = handle(transactions, (index, attempt, connection) -> {
            effect(index, attempt, connection);
            if (index == 2) {
                throw new IllegalStateException("the third fails");
            }
        });
        assertThat(first.failedIndex()).hasValue(2);
        assertThat(first.failure()).containsInstanceOf(IllegalStateException.class);
        assertThat(first.done()).containsExactly(new InboxOutcome.Handled(), new InboxOutcome.Handled());
        assertThat(ledger.handlersOf(id(1))).hasSize(1);
        assertThat(ledger.handlersOf(id(2))).isEmpty();

        BatchOutcome again = handle(transactions, BatchTest::effect);
        assertThat(again.failedIndex()).isEmpty();
        assertThat(again.done())
                .containsExactly(
                        new InboxOutcome.Repeated(),
                        new InboxOutcome.Repeated(),
                        new InboxOutcome.Handled(),
                        new InboxOutcome.Handled());
        for (int place = 0; place < batch.size(); place++) {
            assertThat(ledger.handlersOf(id(place))).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFailedStatementDoesNotUndoWhatCameBefore(Transactions transactions) throws Exception {
        BatchOutcome outcome = handle(transactions, (index, attempt, connection) -> {
            effect(index, attempt, connection);
            if (index == 1) {
                try (Statement wrong = connection.createStatement()) {
                    wrong.execute("SELECT 1 / 0");
                }
            }
        });
        assertThat(outcome.failedIndex()).hasValue(1);
        assertThat(ledger.handlersOf(id(0))).hasSize(1);
        assertThat(ledger.handlersOf(id(1))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void anErrorIsThrownAndCounted(Transactions transactions) throws Exception {
        inbox = open(1);
        InboxBatchAction<Exception> failing = (index, attempt, connection) -> {
            if (index == 1) {
                throw new StackOverflowError();
            }
        };
        assertThatThrownBy(() -> handle(transactions, failing)).isInstanceOf(StackOverflowError.class);
        BatchOutcome again = handle(transactions, failing);
        assertThat(again.failedIndex()).hasValue(1);
        assertThat(again.refused()).containsInstanceOf(InboxOutcome.Poison.class);
    }

    @ParameterizedTest
    @EnumSource
    void poisonIsReportedByItsIndex(Transactions transactions) throws Exception {
        inbox = open(1);
        BatchOutcome outcome = handle(transactions, (index, attempt, connection) -> {
            if (index == 1) {
                throw new IllegalStateException("poison");
            }
            effect(index, attempt, connection);
        });
        assertThat(outcome.failedIndex()).hasValue(1);
        assertThat(outcome.refused()).containsInstanceOf(InboxOutcome.Poison.class);
        assertThat(ledger.handlersOf(id(0))).hasSize(1);
    }
}
