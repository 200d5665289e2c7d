package io.lockkeeper.idempotency.messaging;

import io.lockkeeper.idempotency.IdempotencyListener;
import io.lockkeeper.idempotency.IdempotencySettings;
import io.lockkeeper.idempotency.jdbc.JdbcIdempotency;
import io.lockkeeper.idempotency.jdbc.JdbcIdempotencySettings;
import io.lockkeeper.idempotency.jdbc.TransactionalIdempotency;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;

/** What a consumer of the tests does with messages: writes that it handled them, and passes its steps. */
final class Consumption implements Listening, AutoCloseable {

    static final RedeliveryHorizon HORIZON = RedeliveryHorizon.of(Duration.ofHours(1), Duration.ofHours(1));

    private final String name;
    private final Steps steps;
    private final TransactionalIdempotency idempotency;
    private final Inbox inbox;

    private Consumption(String name, Steps steps, TransactionalIdempotency idempotency, Inbox inbox) {
        this.name = name;
        this.steps = steps;
        this.idempotency = idempotency;
        this.inbox = inbox;
    }

    /**
     * Opens the inbox of a group.
     *
     * @param name who handles the messages
     * @param events learns what the inbox did
     */
    static Consumption open(Ledger ledger, String group, String name, Steps steps, IdempotencyListener events) {
        DataSource source = steps.watch(ledger.source());
        TransactionalIdempotency idempotency = JdbcIdempotency.transactional(
                source,
                JdbcIdempotencySettings.defaults()
                        .withoutPurge()
                        .withGeneral(IdempotencySettings.defaults().withListener(events)));
        try {
            Inbox inbox = Inbox.open(ledger.source(), idempotency, InboxSettings.of(group, HORIZON));
            return new Consumption(name, steps, idempotency, inbox);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** A listener that passes all steps but the last. */
    @Override
    public <M> InboxListener<M> listener(MessageReader<M> reader) {
        MessageReader<M> watched = MessageReader.of(
                "the id",
                message -> {
                    steps.passed(Step.RECEIVED);
                    return Optional.of(reader.read(message).id());
                },
                message -> Optional.empty(),
                message -> new byte[0]);
        return new InboxListener<>(inbox, watched, (message, attempt, connection) -> {
            steps.passed(Step.MARKED);
            Ledger.add(connection, attempt.key().id(), name);
            steps.passed(Step.EFFECT_WRITTEN);
        });
    }

    @Override
    public void acknowledged() {
        steps.passed(Step.ACKNOWLEDGED);
    }

    @Override
    public void close() {
        idempotency.close();
    }
}
