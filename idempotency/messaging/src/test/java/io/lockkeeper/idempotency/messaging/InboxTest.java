package io.lockkeeper.idempotency.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.TransactionRolledBackException;
import io.lockkeeper.idempotency.jdbc.JdbcIdempotency;
import io.lockkeeper.idempotency.jdbc.JdbcIdempotencySettings;
import io.lockkeeper.idempotency.jdbc.TransactionalIdempotency;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // what is closed need not be used
class InboxTest {

    private final Ledger ledger = Ledger.shared();
    private final TransactionalIdempotency idempotency = JdbcIdempotency.transactional(
            ledger.source(), JdbcIdempotencySettings.defaults().withoutPurge());
    private final String id = UUID.randomUUID().toString();
    private final InboxMessage message = InboxMessage.of(id);

    @AfterEach
    void close() {
        idempotency.close();
    }

    private static InboxSettings settings(String consumer) {
        return InboxSettings.of(consumer, Consumption.HORIZON);
    }

    private Inbox inbox(String consumer) throws SQLException {
        return inbox(settings(consumer));
    }

    private Inbox inbox(InboxSettings settings) throws SQLException {
        return Inbox.open(ledger.source(), idempotency, settings);
    }

    private static InboxAction<SQLException> effect(String by) {
        return (attempt, connection) -> Ledger.add(connection, attempt.key().id(), by);
    }

    private static InboxAction<Exception> failing() {
        return (attempt, connection) -> {
            Ledger.add(connection, attempt.key().id(), "failing");
            throw new IllegalStateException("no");
        };
    }

    private static void fail(Inbox inbox, InboxMessage message) {
        assertThatThrownBy(() -> inbox.handle(message, failing())).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aSecondDeliveryDoesNothing() throws Exception {
        assertThat(inbox("a").handle(message, effect("first"))).isEqualTo(new InboxOutcome.Handled());
        assertThat(inbox("a").handle(message, effect("second"))).isEqualTo(new InboxOutcome.Repeated());
        assertThat(ledger.handlersOf(id)).containsExactly("first");
    }

    @Test
    void consumersThatShareATableDoNotHideEachOthersMessages() throws Exception {
        assertThat(inbox("a").handle(message, effect("a"))).isEqualTo(new InboxOutcome.Handled());
        assertThat(inbox("b").handle(message, effect("b"))).isEqualTo(new InboxOutcome.Handled());
        assertThat(ledger.handlersOf(id)).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void aMessageThatIsHandledElsewhereIsRefusedAtOnce() throws Exception {
        CountDownLatch marked = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (Looping first = Looping.start(
                "first",
                isRunning -> inbox("a").handle(message, (attempt, connection) -> {
                    Ledger.add(connection, id, "first");
                    marked.countDown();
                    goOn.await();
                }))) {
            try {
                marked.await();
                InboxOutcome second = inbox("a").handle(message, effect("second"));
                assertThat(second).isInstanceOf(InboxOutcome.InFlight.class);
                assertThat(second.answer()).isEqualTo(InboxOutcome.Answer.REDELIVER);
            } finally {
                goOn.countDown();
            }
        }
        assertThat(inbox("a").handle(message, effect("third"))).isEqualTo(new InboxOutcome.Repeated());
        assertThat(ledger.handlersOf(id)).containsExactly("first");
    }

    @Test
    void failuresAreCountedAlthoughTheyAreRolledBack() throws Exception {
        Inbox inbox = inbox(settings("a").withMaxAttempts(3));
        fail(inbox, message);
        fail(inbox, message);
        InboxOutcome third = inbox.handle(message, failing());
        assertThat(third).isInstanceOfSatisfying(InboxOutcome.Poison.class, poison -> {
            assertThat(poison.attempts()).isEqualTo(3);
            assertThat(poison.failure()).containsInstanceOf(IllegalStateException.class);
        });
        assertThat(inbox.handle(message, effect("fourth"))).isEqualTo(new InboxOutcome.Poison(3, Optional.empty()));
        assertThat(ledger.handlersOf(id)).isEmpty();
    }

    @Test
    void theHandlerKnowsTheNumberOfItsAttemptAndSuccessForgetsFailures() throws Exception {
        Inbox inbox = inbox("a");
        fail(inbox, message);
        List<Integer> numbers = new ArrayList<>();
        assertThat(inbox.handle(message, (attempt, connection) -> numbers.add(attempt.number())))
                .isEqualTo(new InboxOutcome.Handled());
        assertThat(numbers).containsExactly(2);
        try (Connection connection = ledger.source().getConnection();
                Statement ask = connection.createStatement()) {
            assertThat(ask.executeQuery("SELECT FROM lockkeeper_inbox_failures WHERE id = '" + id + "'::bytea")
                            .next())
                    .isFalse();
        }
    }

    @Test
    void aMessageWhoseCommitIsRefusedBecomesPoison() throws Exception {
        try (Connection connection = ledger.source().getConnection();
                Statement create = connection.createStatement()) {
            create.execute("CREATE TABLE IF NOT EXISTS deferred (n int UNIQUE DEFERRABLE INITIALLY DEFERRED)");
        }
        Inbox inbox = inbox(settings("a").withMaxAttempts(2));
        InboxAction<SQLException> violating = (attempt, connection) -> {
            try (Statement insert = connection.createStatement()) {
                insert.execute("INSERT INTO deferred VALUES (1), (1)");
            }
        };
        assertThatThrownBy(() -> inbox.handle(message, violating)).isInstanceOf(TransactionRolledBackException.class);
        assertThat(inbox.handle(message, violating)).isInstanceOf(InboxOutcome.Poison.class);
        assertThat(inbox.handle(message, violating)).isEqualTo(new InboxOutcome.Poison(2, Optional.empty()));
    }

    @Test
    void failuresOfTheDatabaseMakeNoMessagePoison() throws Exception {
        Inbox inbox = inbox(settings("a").withMaxAttempts(1));
        assertThatThrownBy(() -> inbox.handle(message, (attempt, connection) -> {
                    throw new IllegalStateException(new SQLTransientException("down"));
                }))
                .hasCauseInstanceOf(SQLTransientException.class);
        assertThat(inbox.handle(message, effect("second"))).isEqualTo(new InboxOutcome.Handled());
    }

    @Test
    void anotherPayloadUnderTheSameIdIsAMismatch() throws Exception {
        Inbox inbox = inbox("a");
        inbox.handle(message.withPayload("one".getBytes(UTF_8)), effect("one"));
        assertThat(inbox.handle(message.withPayload("two".getBytes(UTF_8)), effect("two")))
                .isEqualTo(new InboxOutcome.Mismatch());
        assertThat(ledger.handlersOf(id)).containsExactly("one");
    }

    @Test
    void aReplayIsCountedAnewButWhatWasHandledStaysHandled() throws Exception {
        Inbox inbox = inbox(settings("a").withMaxAttempts(1));
        assertThat(inbox.handle(message, failing())).isInstanceOf(InboxOutcome.Poison.class);
        assertThat(inbox.handle(message.withReplay(1), failing())).isInstanceOf(InboxOutcome.Poison.class);
        assertThat(inbox.handle(message.withReplay(1), effect("replay 1"))).isInstanceOf(InboxOutcome.Poison.class);
        assertThat(inbox.handle(message.withReplay(2), effect("replay 2"))).isEqualTo(new InboxOutcome.Handled());
        assertThat(inbox.handle(message.withReplay(3), effect("replay 3"))).isEqualTo(new InboxOutcome.Repeated());
        assertThat(ledger.handlersOf(id)).containsExactly("replay 2");
    }

    @Test
    void aReplayRunsAgainIfThePolicySaysSoOnceForEachNumber() throws Exception {
        Inbox inbox = inbox(settings("a").withReplays(ReplayPolicy.RERUN));
        inbox.handle(message, (attempt, connection) -> Ledger.add(connection, id, "first"));
        for (int delivery = 0; delivery < 2; delivery++) {
            inbox.handle(message.withReplay(1), (attempt, connection) -> Ledger.add(connection, id, "replay"));
        }
        assertThat(ledger.handlersOf(id)).containsExactly("first", "replay");
    }

    @Test
    void aReplayIsARepeatIfThePolicySaysSo() throws Exception {
        Inbox inbox = inbox(settings("a").withReplays(ReplayPolicy.IGNORE).withMaxAttempts(1));
        inbox.handle(message, failing());
        assertThat(inbox.handle(message.withReplay(1), effect("replay"))).isInstanceOf(InboxOutcome.Poison.class);
    }

    @Test
    void handlingInTheCallersTransactionCommitsWithIt() throws Exception {
        Inbox inbox = inbox("a");
        try (Connection connection = ledger.source().getConnection()) {
            connection.setAutoCommit(false);
            inbox.handleIn(connection, message, effect("rolled back"));
            connection.rollback();
            assertThat(inbox.handleIn(connection, message, effect("committed"))).isEqualTo(new InboxOutcome.Handled());
            connection.commit();
        }
        assertThat(ledger.handlersOf(id)).containsExactly("committed");
    }

    @Test
    void anIdThatIsTooLongIsHashed() throws Exception {
        InboxMessage longOne = InboxMessage.of(id + "x".repeat(1000));
        InboxMessage another = InboxMessage.of(id + "x".repeat(1001));
        assertThat(inbox("a").handle(longOne, effect("a"))).isEqualTo(new InboxOutcome.Handled());
        assertThat(inbox("a").handle(another, effect("a"))).isEqualTo(new InboxOutcome.Handled());
        assertThat(inbox("a").handle(longOne, effect("a"))).isEqualTo(new InboxOutcome.Repeated());
    }

    @Test
    void aConsumerWithoutANameIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(" "))
                .withMessageContaining("hide each other's messages");
    }

    @Test
    void expiredCountsArePurged() throws Exception {
        Inbox inbox = inbox("a");
        fail(inbox, message);
        try (Connection connection = ledger.source().getConnection();
                Statement age = connection.createStatement()) {
            age.execute(
                    "UPDATE lockkeeper_inbox_failures SET purge_at = 1, failures = 99 WHERE id = '" + id + "'::bytea");
        }
        assertThat(inbox.handle(message, effect("later"))).isEqualTo(new InboxOutcome.Handled());
        assertThat(inbox.purge()).isPositive();
        assertThat(inbox.purge()).isZero();
    }
}
