package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.IdempotencyCatalogue;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.store.ChangeAnswer;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.IdempotencyClaim;
import io.lockkeeper.idempotency.store.IdempotencyStore;
import io.lockkeeper.idempotency.store.LeaseRenewal;
import io.lockkeeper.idempotency.store.Ownership;
import io.lockkeeper.idempotency.store.RecoveryPoint;
import io.lockkeeper.idempotency.store.StoredEnd;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletionStage;
import javax.sql.DataSource;

/**
 * Records with leases, in the table that the transactional mode uses, too. Each change is one statement that commits itself, and names
 * owner and token.
 *
 * <p>A record that is released, or a claim that is withdrawn, leaves a row that counts as absent until it is purged: the next token is
 * greater even if the clock went back, and a copy of its claim that arrives later (the database was paused, the connection given up) is
 * refused. It is not refused if the row is gone by then, after ten minutes at the earliest, or was another's meanwhile: then the
 * key is held for a lease. A mark in a transaction that is not committed counts as held by somebody who asks for the same.
 */
final class JdbcLeasedStore implements IdempotencyStore {

    private final LeaseThreads threads;
    private final LeaseStatements statements;
    private final IdempotencyCatalogue catalogue;
    private final Purge purge;

    JdbcLeasedStore(DataSource source, JdbcIdempotencySettings settings) {
        Tables tables = new Tables(source, settings);
        OneStatement single = new OneStatement(source, tables);
        this.threads = new LeaseThreads(settings.general().timeout());
        this.statements = new LeaseStatements(
                source, tables, LeasePatience.of(settings.general().timeout()));
        this.catalogue = new TableCatalogue(single);
        this.purge = new Purge(single, settings.purgeEvery());
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(IdempotencyClaim claim) {
        purge.start();
        return threads.run(
                turn -> statements.run(turn, session -> session.leases().claim(session, claim)));
    }

    @Override
    public CompletionStage<List<Ownership>> renew(List<LeaseRenewal> renewals) {
        List<LeaseRenewal> distinct = renewals.stream().distinct().toList();
        return threads.renew(
                turn -> statements.run(turn, session -> session.leases().renew(session, distinct)));
    }

    @Override
    public CompletionStage<ChangeAnswer> finish(Ownership owned, StoredEnd end) {
        return change("lease_finish", (finish, session) -> {
            finish.setBytes(1, end.outcome());
            Mark.setRetention(finish, 2, end.retention());
            Mark.setRetention(finish, 3, end.retention());
            finish.setInt(4, Row.number(end.state()));
            return setOwned(finish, session, 5, owned);
        });
    }

    @Override
    public CompletionStage<ChangeAnswer> note(Ownership owned, RecoveryPoint point) {
        return change("lease_note", (note, session) -> {
            note.setBytes(1, Points.encode(point));
            return setOwned(note, session, 2, owned);
        });
    }

    @Override
    public CompletionStage<ChangeAnswer> release(Ownership owned) {
        return change("lease_release", (release, session) -> setOwned(release, session, 1, owned));
    }

    @Override
    public CompletionStage<ChangeAnswer> withdraw(IdempotencyKey key, String owner) {
        LeaseStatements.Parameters parameters = (statement, session) -> {
            int next = session.setKey(statement, 1, key);
            statement.setString(next, owner);
            return next + 1;
        };
        return threads.run(turn -> {
            if (statements.change(turn, "lease_withdraw", parameters)) {
                return ChangeAnswer.DONE;
            }
            statements.change(turn, "lease_bar", parameters);
            return ChangeAnswer.LOST;
        });
    }

    private CompletionStage<ChangeAnswer> change(String statement, LeaseStatements.Parameters parameters) {
        return threads.run(
                turn -> statements.change(turn, statement, parameters) ? ChangeAnswer.DONE : ChangeAnswer.LOST);
    }

    private static int setOwned(PreparedStatement statement, LeaseSession session, int index, Ownership owned)
            throws SQLException {
        int next = session.setKey(statement, index, owned.key());
        statement.setString(next, owned.owner());
        statement.setLong(next + 1, owned.token());
        return next + 2;
    }

    @Override
    public IdempotencyCatalogue catalogue() {
        return catalogue;
    }

    @Override
    public void close() {
        purge.stop();
        threads.close();
    }
}
