package io.lockkeeper.bench.idempotency;

import com.zaxxer.hikari.HikariDataSource;
import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.OutcomeCodec;
import io.lockkeeper.idempotency.jdbc.JdbcIdempotency;
import io.lockkeeper.idempotency.jdbc.TransactionalIdempotency;
import io.lockkeeper.idempotency.redis.RedisIdempotency;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Lockkeeper: a fingerprint is judged, the answer is stored, and a repeat waits for the request in flight. */
final class LockkeeperService {
    private static final IdempotencyOptions OPTIONS =
            IdempotencyOptions.defaults().withMaxWait(Duration.ofMinutes(1));

    private LockkeeperService() {}

    /** The mark, the order and the answer are one transaction. */
    static Service transactional(Servers servers, Orders orders) throws SQLException {
        HikariDataSource pool = servers.pool();
        TransactionalIdempotency idempotency = JdbcIdempotency.transactional(pool);
        return new Running(idempotency, pool) {
            @Override
            public Answer place(String key) throws Exception {
                return answer(
                        idempotency.runInTransaction(call(key), attempt -> orders.place(attempt.connection(), key)));
            }
        };
    }

    /** With a lease in the database. */
    static Service leasedInDatabase(Servers servers, Orders orders) throws SQLException {
        HikariDataSource pool = servers.pool();
        return leased(JdbcIdempotency.leased(pool), pool, orders);
    }

    /** With a lease in Redis. */
    static Service leasedInRedis(Servers servers, Orders orders) throws SQLException {
        return leased(RedisIdempotency.connect(servers.redis().url()), servers.pool(), orders);
    }

    private static Service leased(LeasedIdempotency idempotency, HikariDataSource pool, Orders orders) {
        return new Running(idempotency, pool) {
            @Override
            public Answer place(String key) throws Exception {
                return answer(idempotency.run(call(key), attempt -> orders.place(pool, key)));
            }
        };
    }

    private static IdempotentCall<@Nullable String> call(String key) {
        return IdempotentCall.of(
                        IdempotencyKey.of("orders", key),
                        Fingerprint.of(key, "chair", "2"),
                        OutcomeCodec.plain(String.class))
                .withOptions(OPTIONS);
    }

    private static Service.Answer answer(Outcome<?> outcome) {
        if (outcome instanceof Outcome.Executed) {
            return Service.Answer.RAN;
        }
        if (outcome instanceof Outcome.Replayed) {
            return Service.Answer.REPLAYED;
        }
        throw new IllegalStateException("Neither run nor replayed: " + outcome);
    }

    private abstract static class Running implements Service {
        private final AutoCloseable idempotency;
        private final HikariDataSource pool;

        Running(AutoCloseable idempotency, HikariDataSource pool) {
            this.idempotency = idempotency;
            this.pool = pool;
        }

        @Override
        public void close() {
            try (pool) {
                idempotency.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
