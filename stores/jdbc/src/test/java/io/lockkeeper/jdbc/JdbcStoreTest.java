package io.lockkeeper.jdbc;

import io.lockkeeper.contract.BlockingCallsContract;
import io.lockkeeper.contract.EveryStoreContract;
import io.lockkeeper.servers.RequiresMariaDb;
import io.lockkeeper.store.Store;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The lock table keeps every promise, on every kind of database. */
class JdbcStoreTest {

    @Nested
    class OnPostgreSql extends OnAnyDatabase {
        OnPostgreSql() {
            super(TestDatabase::postgreSql);
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
    @RequiresMariaDb
    class OnMySqlsKin extends OnAnyDatabase {
        OnMySqlsKin() {
            super(TestDatabase::mySql);
        }
    }

    @Nested
    class OnH2 extends OnAnyDatabase {
        OnH2() {
            super(TestDatabase::h2);
        }
    }

    /** The threads of the test do all the work. */
    @Nested
    class OnPostgreSqlByItsCallers extends OnAnyDatabase {
        OnPostgreSqlByItsCallers() {
            super(TestDatabase::postgreSql);
        }

        @Override
        public Store open() {
            return ((JdbcStore) super.open()).blocking();
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    abstract static class OnAnyDatabase extends OneDatabase implements EveryStoreContract, BlockingCallsContract {

        OnAnyDatabase(Supplier<TestDatabase> starter) {
            super(starter);
        }

        @Override
        public Store open() {
            return database().open("lockkeeper.timeout=10s");
        }
    }
}
