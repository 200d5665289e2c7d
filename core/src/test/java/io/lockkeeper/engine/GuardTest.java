package io.lockkeeper.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Effects are carried out after their transition, in order, each whatever became of the ones before it. */
class GuardTest {

    private final Guard guard = new Guard();
    private final List<String> carriedOut = new ArrayList<>();

    @Test
    void anEffectThatFailsDoesNotDropTheOthers() {
        guard.run(() -> {
            guard.then(() -> {
                throw new OutOfMemoryError("of the first");
            });
            guard.then(() -> carriedOut.add("second"));
            guard.then(() -> {
                throw new IllegalStateException("of the third");
            });
            guard.then(() -> carriedOut.add("fourth"));
        });
        assertThat(carriedOut).containsExactly("second", "fourth");
    }

    @Test
    void effectsAreCarriedOutOutsideOfTheTransition() {
        guard.run(() -> {
            guard.then(() -> carriedOut.add(guard.entered() ? "inside" : "outside"));
            guard.run(() -> guard.then(() -> carriedOut.add(guard.entered() ? "inside" : "outside, of the inner one")));
            assertThat(carriedOut).isEmpty();
        });
        assertThat(carriedOut).containsExactly("outside", "outside, of the inner one");
    }
}
