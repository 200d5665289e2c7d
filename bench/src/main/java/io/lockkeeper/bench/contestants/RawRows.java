package io.lockkeeper.bench.contestants;

import com.zaxxer.hikari.HikariDataSource;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The least that two statements can cost: insert a row, and delete it if one inserted it oneself.
 *
 * <p>No lease, no renewal, no re-entry, no order, no token, no care about lost replies. Who finds the lock held tries
 * again after {@link RawMutex#RETRY_NANOS}.
 */
public final class RawRows implements OnDatabase {
    private static final String INSERT_ON_POSTGRESQL =
            "INSERT INTO raw_lock (name, owner) VALUES (?, ?) ON CONFLICT DO NOTHING";
    private static final String INSERT_ON_MARIADB = "INSERT IGNORE INTO raw_lock (name, owner) VALUES (?, ?)";

    @Override
    public String name() {
        return "raw-limit";
    }

    @Override
    public Locks open(String url) {
        HikariDataSource pool = Pool.open(url);
        String insert = Pool.isPostgreSql(url) ? INSERT_ON_POSTGRESQL : INSERT_ON_MARIADB;
        String process = UUID.randomUUID().toString();
        AtomicLong mutexes = new AtomicLong();
        return new Locks() {
            @Override
            public Mutex lock(String name) {
                return new RawRow(pool, insert, name, process + ":" + mutexes.incrementAndGet());
            }

            @Override
            public void close() {
                pool.close();
            }
        };
    }
}
