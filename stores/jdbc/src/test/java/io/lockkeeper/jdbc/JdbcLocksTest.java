package io.lockkeeper.jdbc;

import io.lockkeeper.contract.LockContract;
import io.lockkeeper.servers.RequiresMariaDb;
import io.lockkeeper.store.Store;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Locks in a database are what programs rely on. */
class JdbcLocksTest {

    @Nested
    class OnPostgreSql extends OnAnyDatabase {
        OnPostgreSql() {
            super(TestDatabase::postgreSql);
        }
    }

    @Nested
    @RequiresMariaDb
    class OnMySqlsKin extends OnAnyDatabase {
        OnMySqlsKin() {
            super(TestDatabase::mySql);
        }
    }

    @Nested
    @RequiresMariaDb
    class OnMariaDb extends OnAnyDatabase {
        OnMariaDb() {
            super(TestDatabase::mariaDb);
        }
    }

    @Nested
    class OnH2 extends OnAnyDatabase {
        OnH2() {
            super(TestDatabase::h2);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    abstract static class OnAnyDatabase extends OneDatabase implements LockContract {

        OnAnyDatabase(Supplier<TestDatabase> starter) {
            super(starter);
        }

        @Override
        public Store open() {
            return database().open("lockkeeper.timeout=10s");
        }
    }
}
