package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.idempotency.EncodedValue;
import io.lockkeeper.idempotency.IdempotencyCatalogue;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyRecord;
import io.lockkeeper.idempotency.Retention;
import io.lockkeeper.idempotency.engine.Replays;
import io.lockkeeper.idempotency.store.OutcomeFormat;
import io.lockkeeper.idempotency.store.OutcomeFormat.Stored;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The catalogue of the table, for records of both modes. A key that a transaction has in flight is not seen. */
final class TableCatalogue implements IdempotencyCatalogue {

    private static final int MOST = 10_000;

    private final OneStatement statements;

    TableCatalogue(OneStatement statements) {
        this.statements = statements;
    }

    @Override
    public Optional<IdempotencyRecord> find(IdempotencyKey key) {
        return run("find", (find, dialect) -> {
            setKey(find, dialect, 1, key);
            try (ResultSet rows = find.executeQuery()) {
                return rows.next() ? Row.readSize(rows).shown(key) : Optional.<IdempotencyRecord>empty();
            }
        });
    }

    @Override
    public List<IdempotencyRecord> list(String scope, int limit) {
        if (limit < 1 || limit > MOST) {
            throw new IllegalArgumentException("The limit must be between 1 and " + MOST + ", not " + limit);
        }
        return run("list", (list, dialect) -> {
            dialect.setKeyPart(list, 1, scope);
            list.setInt(2, limit);
            List<IdempotencyRecord> records = new ArrayList<>();
            try (ResultSet rows = list.executeQuery()) {
                while (rows.next()) {
                    String id = new String(rows.getBytes("id"), StandardCharsets.UTF_8);
                    Row.readSize(rows).shown(IdempotencyKey.of(scope, id)).ifPresent(records::add);
                }
            }
            return List.copyOf(records);
        });
    }

    @Override
    public boolean free(IdempotencyKey key, long token) {
        return run("free", (free, dialect) -> {
            setKey(free, dialect, 1, key);
            free.setLong(3, token);
            return free.executeUpdate() == 1;
        });
    }

    @Override
    public boolean complete(IdempotencyKey key, long token, Optional<EncodedValue> value, Retention retention) {
        byte[] outcome =
                OutcomeFormat.encode(value.<Stored>map(Stored.Value::new).orElse(new Stored.Gone()));
        return run("complete", (complete, dialect) -> {
            complete.setBytes(1, outcome);
            Mark.setRetention(complete, 2, retention);
            Mark.setRetention(complete, 3, retention);
            setKey(complete, dialect, 4, key);
            complete.setLong(6, token);
            return complete.executeUpdate() == 1;
        });
    }

    @Override
    public boolean erase(IdempotencyKey key) {
        return run("erase", (erase, dialect) -> {
            erase.setBytes(1, Replays.gone());
            setKey(erase, dialect, 2, key);
            return erase.executeUpdate() == 1;
        });
    }

    private static void setKey(PreparedStatement statement, Dialect dialect, int index, IdempotencyKey key)
            throws SQLException {
        dialect.setKeyPart(statement, index, key.scope());
        dialect.setKeyPart(statement, index + 1, key.id());
    }

    private <A> A run(String statement, OneStatement.Work<A> work) {
        try {
            return statements.run(statement, work);
        } catch (SQLException failure) {
            throw SqlFailures.unclaimed(failure);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException("Interrupted while waiting for a connection", false, interrupt);
        }
    }
}
