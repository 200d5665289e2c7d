package io.lockkeeper.memcached;

import com.spotify.folsom.MemcacheAuthenticationException;
import com.spotify.folsom.MemcacheOverloadedException;
import com.spotify.folsom.MemcacheStatus;
import io.lockkeeper.StoreUnavailableException;
import java.util.concurrent.CompletionException;

/**
 * What errors of the server and of the library mean.
 *
 * @param where the server's address, without secrets
 */
record Failures(String where) {

    /** What the engine is told of a request that was sent. */
    RuntimeException of(Throwable thrown) {
        Throwable failure = unwrap(thrown);
        if (failure instanceof MemcacheAuthenticationException) {
            return refused(failure);
        }
        if (failure instanceof MemcacheOverloadedException) {
            return unavailable("has too many requests to answer at once.", false, failure);
        }
        if (String.valueOf(failure.getMessage()).startsWith("Timeout")) {
            return unavailable("did not answer in time.", true, failure);
        }
        return unavailable("broke the connection.", true, failure);
    }

    /** What a status means that no request of ours should be answered with. */
    RuntimeException of(MemcacheStatus status) {
        return switch (status) {
            case OUT_OF_MEMORY ->
                new StoreUnavailableException("memcached at " + where + " has no memory left.", false, null);
            case VALUE_TOO_LARGE ->
                new Answered("memcached at " + where
                        + " takes no items as large as a lock's, which is about a kilobyte (see its option -I).");
            default -> new Answered("memcached at " + where + " answered " + status + ".");
        };
    }

    RuntimeException notConnected() {
        return new StoreUnavailableException("memcached at " + where + " is not connected.", false, null);
    }

    RuntimeException unreachable(Throwable thrown) {
        Throwable failure = unwrap(thrown);
        if (failure instanceof IllegalStateException unfit) {
            return unfit;
        }
        return failure instanceof MemcacheAuthenticationException
                ? refused(failure)
                : unavailable("can't be reached.", false, failure);
    }

    /** The library takes every complaint of the server's about a request for this one, and sends no other. */
    RuntimeException refused(Throwable failure) {
        return new IllegalStateException(
                "memcached at " + where + " refused the login. Put user and password into the address:"
                        + " memcached://user:password@host; special characters need %-encoding.",
                failure);
    }

    private static final class Answered extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        Answered(String message) {
            super(message);
        }
    }

    /** Whether the server answered, if not as it should: neither was the request left unsent, nor its answer lost. */
    static boolean isAnswer(Throwable thrown) {
        return unwrap(thrown) instanceof Answered;
    }

    /** Somebody else's item. */
    RuntimeException foreign(String key) {
        return new Answered("The item '" + key + "' of memcached at " + where
                + " is not a lock of Lockkeeper's; choose a prefix of your own: memcached://host?prefix=…");
    }

    /** Without numbers to compare, an item can't be changed only if it is still one's own. */
    RuntimeException withoutCas() {
        return new Answered("memcached at " + where
                + " was started with -C, so that it can't compare and swap; locks need that. Start it without.");
    }

    private StoreUnavailableException unavailable(String what, boolean outcomeUnknown, Throwable failure) {
        return new StoreUnavailableException("memcached at " + where + " " + what, outcomeUnknown, failure);
    }

    /** What a stage failed with, without what later stages wrapped around it. */
    static Throwable unwrap(Throwable thrown) {
        Throwable failure = thrown;
        while (failure instanceof CompletionException && failure.getCause() != null) {
            failure = failure.getCause();
        }
        return failure;
    }
}
