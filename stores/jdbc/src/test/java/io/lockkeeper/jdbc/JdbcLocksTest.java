package io.lockkeeper.jdbc;

import io.lockkeeper.contract.LockContract;
import io.lockkeeper.store.Store;
import java.time.Duration;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Locks in a database are what programs rely on. */
@ParameterizedClass(name = "{0}")
@EnumSource(value = Kind.class, mode = EnumSource.Mode.EXCLUDE, names = "MYSQLS_DRIVER_ON_MARIADB")
@Execution(ExecutionMode.CONCURRENT)
class JdbcLocksTest extends DatabaseOfKind implements LockContract {

    JdbcLocksTest(Kind kind) {
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
