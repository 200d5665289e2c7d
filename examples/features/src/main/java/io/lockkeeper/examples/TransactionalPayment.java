package io.lockkeeper.examples;

import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.OutcomeCodec;
import io.lockkeeper.idempotency.jdbc.JdbcIdempotency;
import io.lockkeeper.idempotency.jdbc.TransactionalAttempt;
import io.lockkeeper.idempotency.jdbc.TransactionalIdempotency;
import java.sql.SQLException;
import org.h2.jdbcx.JdbcConnectionPool;

/** A payment in a database: the mark, the payment and the receipt are one transaction, so there is nothing to recover after a crash. */
public final class TransactionalPayment {
    private TransactionalPayment() {}

    /** Runs the example. */
    public static void main(String[] args) throws Exception {
        JdbcConnectionPool database = JdbcConnectionPool.create("jdbc:h2:mem:payments", "", "");
        try (TransactionalIdempotency idempotency = JdbcIdempotency.transactional(database)) {
            try (var connection = database.getConnection();
                    var statement = connection.createStatement()) {
                statement.execute("CREATE TABLE payment (cents INT)");
            }
            IdempotentCall<Object> call = IdempotentCall.of(
                    IdempotencyKey.of("payments", "key-1"), Fingerprint.of("500"), OutcomeCodec.plain());
            for (int request = 1; request <= 2; request++) {
                Outcome<Object> outcome = idempotency.runInTransaction(call, TransactionalPayment::pay);
                System.out.println("request " + request + ": " + outcome);
            }
            try (var connection = database.getConnection();
                    var payments = connection.createStatement().executeQuery("SELECT COUNT(*) FROM payment")) {
                payments.next();
                System.out.println("payments: " + payments.getInt(1));
            }
        } finally {
            database.dispose();
        }
    }

    /** What this writes commits with the mark, or is rolled back with it. */
    private static Object pay(TransactionalAttempt attempt) throws SQLException {
        try (var insert = attempt.connection().prepareStatement("INSERT INTO payment VALUES (500)")) {
            insert.executeUpdate();
            return "receipt " + attempt.key().id();
        }
    }
}
