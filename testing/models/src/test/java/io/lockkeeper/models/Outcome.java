package io.lockkeeper.models;

import java.time.Duration;

/** What TLC found. */
sealed interface Outcome {

    /**
     * All that was to hold does, in every state.
     *
     * @param states how many distinct states there are
     * @param time how long it took
     */
    record Holds(long states, Duration time) implements Outcome {

        @Override
        public String toString() {
            return String.format("holds in %,d states, %.1f s", states, time.toMillis() / 1000.0);
        }
    }

    /**
     * Something does not hold.
     *
     * @param property the invariant or property
     * @param shortest whether the trace is a shortest one: that to a loop depends on when TLC looks for loops
     * @param trace how many states the way to it has
     * @param states how many distinct states were seen until then
     * @param time how long it took
     */
    record Violated(String property, boolean shortest, int trace, long states, Duration time) implements Outcome {

        @Override
        public String toString() {
            return String.format(
                    "%s is violated after %d states; %,d seen, %.1f s",
                    property, trace, states, time.toMillis() / 1000.0);
        }
    }

    /**
     * The model or TLC is faulty.
     *
     * @param output what TLC said
     */
    record Failed(String output) implements Outcome {}
}
