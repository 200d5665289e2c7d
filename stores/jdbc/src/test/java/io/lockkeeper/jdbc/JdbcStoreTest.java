package io.lockkeeper.jdbc;

import io.lockkeeper.contract.BlockingCallsContract;
import io.lockkeeper.contract.EveryStoreContract;
import io.lockkeeper.store.Store;
import java.time.Duration;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The lock table keeps every promise, on every kind of database. */
@ParameterizedClass(name = "{0}")
@EnumSource(value = Kind.class, mode = EnumSource.Mode.EXCLUDE, names = "MYSQLS_DRIVER_ON_MARIADB")
@Execution(ExecutionMode.CONCURRENT)
class JdbcStoreTest extends DatabaseOfKind implements EveryStoreContract, BlockingCallsContract {

    JdbcStoreTest(Kind kind) {
        super(kind);
    }

    @Override
    public Store open() {
        return database().open();
    }

    @Override
    public Duration patience() {
        return PATIENCE;
    }
}
