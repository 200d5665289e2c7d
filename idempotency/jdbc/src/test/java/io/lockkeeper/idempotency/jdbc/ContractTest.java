package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotencySettings;
import io.lockkeeper.idempotency.contract.IdempotencyContract;
import io.lockkeeper.idempotency.databases.Kind;
import java.sql.SQLException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

/** The transactional mode keeps every promise that holds in either mode. */
class ContractTest {

    @Nested
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class OnPostgreSql extends Transactional {
        OnPostgreSql() throws SQLException {
            super(Kind.POSTGRESQL);
        }
    }

    @Nested
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class OnMariaDb extends Transactional {
        OnMariaDb() throws SQLException {
            super(Kind.MARIADB);
        }
    }

    @Nested
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class OnMySql extends Transactional {
        OnMySql() throws SQLException {
            super(Kind.MYSQL);
        }
    }

    @Nested
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class OnH2 extends Transactional {
        OnH2() throws SQLException {
            super(Kind.H2);
        }
    }

    abstract static class Transactional implements IdempotencyContract {

        private final Shop shop;
        private final TestSource source;

        Transactional(Kind kind) throws SQLException {
            shop = Shop.on(kind);
            source = shop.source();
        }

        @Override
        public Idempotency start(IdempotencySettings settings) {
            return JdbcIdempotency.transactional(source, shop.settings().withGeneral(settings));
        }
    }
}
