package io.lockkeeper.optimistic;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Attempts in a row, until one comes to a result or all are used up. Immutable and thread-safe.
 *
 * @param retries how many
 * @param conflicts which exceptions are a lost attempt; all others end it
 */
record Rounds(Retries retries, Predicate<? super Exception> conflicts) {

    Rounds {
        Objects.requireNonNull(retries, "retries");
        Objects.requireNonNull(conflicts, "conflicts");
    }

    <R, X extends Exception> R run(Attempt<R, X> attempt, Ending<R> conflict) throws X, InterruptedException {
        Optional<Exception> cause = Optional.empty();
        for (int number = 1; number <= retries.attempts(); number++) {
            if (number > 1) {
                retries.pauseAfter(number - 1);
            }
            try {
                Optional<R> result = attempt.run(number);
                if (result.isPresent()) {
                    return result.get();
                }
                cause = Optional.empty();
            } catch (Exception failure) {
                if (!conflicts.test(failure)) {
                    throw failure;
                }
                cause = Optional.of(failure); // Told if it was the last one; the earlier ones were made up for.
            }
        }
        return conflict.after(retries.attempts(), cause);
    }

    /** One attempt: its result, or nothing if somebody else was first. */
    @FunctionalInterface
    interface Attempt<R, X extends Exception> {
        Optional<R> run(int number) throws X;
    }

    /** What to say when all attempts were lost. */
    @FunctionalInterface
    interface Ending<R> {
        R after(int attempts, Optional<Exception> cause);
    }
}
