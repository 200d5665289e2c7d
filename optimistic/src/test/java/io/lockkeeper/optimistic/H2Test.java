package io.lockkeeper.optimistic;

import static java.util.Objects.requireNonNull;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Optimistic updates on H2, embedded. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class H2Test implements EveryDatabaseContract {

    private @Nullable Bank bank;

    @BeforeAll
    void open() throws SQLException {
        bank = Bank.open("jdbc:h2:mem:optimistic;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=20000");
    }

    @Override
    public Bank bank() {
        return requireNonNull(bank);
    }

    @AfterAll
    void close() {
        bank().close();
    }
}
