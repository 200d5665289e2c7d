package io.lockkeeper.bench.idempotency;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;

/** The handler alone: each request places an order. */
final class BareService {

    private BareService() {}

    static Service open(Servers servers, Orders orders) throws SQLException {
        HikariDataSource pool = servers.pool();
        return new Service() {
            @Override
            public Answer place(String key) throws Exception {
                orders.place(pool, key);
                return Answer.RAN;
            }

            @Override
            public void close() {
                pool.close();
            }
        };
    }
}
