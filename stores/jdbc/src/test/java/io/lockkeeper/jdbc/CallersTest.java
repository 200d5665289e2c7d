package io.lockkeeper.jdbc;

import io.lockkeeper.contract.BlockingCallsContract;
import io.lockkeeper.contract.EveryStoreContract;
import io.lockkeeper.store.Store;
import java.time.Duration;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The lock table keeps every promise to callers that do all its work themselves. */
@Execution(ExecutionMode.CONCURRENT)
class CallersTest extends OneDatabase implements EveryStoreContract, BlockingCallsContract {

    CallersTest() {
        super(TestDatabase::postgreSql);
    }

    @Override
    public Store open() {
        return database().open().blocking();
    }

    @Override
    public Duration patience() {
        return PATIENCE;
    }
}
