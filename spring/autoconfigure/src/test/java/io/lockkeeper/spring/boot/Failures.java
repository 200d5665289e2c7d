package io.lockkeeper.spring.boot;

import java.util.Objects;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;

/** Finds why a context did not start. */
final class Failures {

    private Failures() {}

    static LockStoreException of(AssertableApplicationContext context) {
        Throwable failure = Objects.requireNonNull(context.getStartupFailure(), "The context started.");
        while (!(failure instanceof LockStoreException found)) {
            failure = Objects.requireNonNull(failure.getCause(), "It failed for another reason.");
        }
        return found;
    }
}
