package io.lockkeeper.idempotency;

import org.jspecify.annotations.Nullable;

/**
 * Finds out whether an attempt that did not finish had its effect, for instance by asking the other service for the
 * {@linkplain Attempt#downstreamKey key that was handed on}.
 *
 * @param <T> the type of the operation's value
 */
@FunctionalInterface
public interface Recovery<T extends @Nullable Object> {

    /**
     * Looks for the effect. Runs under a new token and its own lease; the earlier attempt may still be running somewhere.
     *
     * @param attempt the attempt that recovers
     * @return what was found
     * @throws Exception if it could not find out: logged, and treated as {@link Recovered.Unknown}
     */
    Recovered<T> recover(Attempt attempt) throws Exception;
}
