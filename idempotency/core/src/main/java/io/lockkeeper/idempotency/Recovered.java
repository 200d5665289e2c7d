package io.lockkeeper.idempotency;

import org.jspecify.annotations.Nullable;

/**
 * What a {@link Recovery} found.
 *
 * @param <T> the type of the operation's value
 */
public sealed interface Recovered<T extends @Nullable Object> {

    /**
     * The effect is there: the value is stored, and the operation does not run.
     *
     * @param value what the operation would have returned
     * @param <T> the type of the value
     */
    record Done<T extends @Nullable Object>(T value) implements Recovered<T> {}

    /**
     * The effect is not there and will not come: the operation runs.
     *
     * @param <T> the type of the operation's value
     */
    record NotDone<T extends @Nullable Object>() implements Recovered<T> {}

    /**
     * Not known: the key stays as it is until a later request asks again, or a person resolves it.
     *
     * @param <T> the type of the operation's value
     */
    record Unknown<T extends @Nullable Object>() implements Recovered<T> {}
}
