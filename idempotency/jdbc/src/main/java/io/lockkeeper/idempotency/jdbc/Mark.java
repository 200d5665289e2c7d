package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.Retention;
import java.security.SecureRandom;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

/**
 * A claim of a transaction.
 *
 * @param key the key
 * @param owner a random id
 * @param fingerprint what the request asks for
 * @param retention how long the outcome is kept
 * @param patience how long the statement may take
 */
record Mark(IdempotencyKey key, String owner, Fingerprint fingerprint, Retention retention, Duration patience) {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int OWNER_BYTES = 18;

    static Mark of(IdempotentCall<?> call, Duration patience) {
        return new Mark(
                call.key(), randomOwner(), call.fingerprint(), call.options().retention(), patience);
    }

    /** A claim of the same key by somebody else. */
    Mark another() {
        return new Mark(key, randomOwner(), fingerprint, retention, patience);
    }

    private static String randomOwner() {
        byte[] owner = new byte[OWNER_BYTES];
        RANDOM.nextBytes(owner);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(owner);
    }

    /** Whole seconds, at least one. */
    int patienceSeconds() {
        return (int) Math.max(1, patience.plusMillis(999).toSeconds());
    }

    /** Sets key, owner and fingerprint, in this order, and returns the index behind them. */
    int set(PreparedStatement statement, Dialect dialect) throws SQLException {
        dialect.setKeyPart(statement, 1, key.scope());
        dialect.setKeyPart(statement, 2, key.id());
        statement.setString(3, owner);
        statement.setString(4, fingerprint.value());
        return 5;
    }

    /** Sets a retention in microseconds; null for one without end. */
    static void setRetention(PreparedStatement statement, int index, Retention retention) throws SQLException {
        if (retention.duration().isPresent()) {
            statement.setLong(index, micros(retention.duration().get()));
        } else {
            statement.setNull(index, Types.BIGINT);
        }
    }

    private static long micros(Duration duration) {
        return TimeUnit.MICROSECONDS.convert(duration);
    }
}
