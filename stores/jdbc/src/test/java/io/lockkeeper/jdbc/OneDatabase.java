package io.lockkeeper.jdbc;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Tests on one database, which is made before the first of them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OneDatabase {

    /** How long a test waits for what must happen, on a machine that is very busy. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Supplier<TestDatabase> maker;
    private @Nullable TestDatabase made;

    OneDatabase(Supplier<TestDatabase> maker) {
        this.maker = maker;
    }

    @BeforeAll
    void makeDatabase() {
        made = maker.get();
    }

    TestDatabase database() {
        return requireNonNull(made);
    }
}
