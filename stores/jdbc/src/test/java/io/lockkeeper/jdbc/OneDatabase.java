package io.lockkeeper.jdbc;

import static java.util.Objects.requireNonNull;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Tests on one database, which is made before the first of them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OneDatabase {

    private final Supplier<TestDatabase> starter;
    private @Nullable TestDatabase started;

    OneDatabase(Supplier<TestDatabase> starter) {
        this.starter = starter;
    }

    @BeforeAll
    void startDatabase() {
        started = starter.get();
    }

    TestDatabase database() {
        return requireNonNull(started);
    }
}
