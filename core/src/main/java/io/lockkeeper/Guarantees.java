package io.lockkeeper;

import java.util.Map;
import java.util.Optional;

/**
 * What a store promises, as values that a program can check and a person can read.
 *
 * @param store the store in a few words, such as {@code one Redis node}
 * @param reach how far a lock of this store reaches
 * @param expiry what frees the lock of a holder that died
 * @param order in which order waiters of different processes are served
 * @param tokens how far fencing tokens can be relied upon
 * @param survives what the lock outlives, in a sentence
 * @param refusals the purposes this store must not be used for, each with a sentence that says why and
 *     what would have to change
 */
public record Guarantees(
        String store,
        Reach reach,
        Expiry expiry,
        Order order,
        Tokens tokens,
        String survives,
        Map<Purpose, String> refusals) {

    /** Copies what could change. */
    public Guarantees {
        refusals = Map.copyOf(refusals);
    }

    /** How far a lock reaches. */
    public enum Reach {
        /** The threads of one JVM. */
        PROCESS,
        /** The processes of one machine. */
        MACHINE,
        /** Every machine that reaches the store. */
        NETWORK
    }

    /** What frees the lock of a holder that died. */
    public enum Expiry {
        /** The end of the lease, by the store's clock. */
        STORE_CLOCK,
        /** The end of the holder's process, seen by the operating system's kernel; there is no lease. */
        PROCESS_END,
        /** The end of the holder's session with the store, which all its locks share. */
        SESSION_END
    }

    /** In which order waiters of different processes are served. */
    public enum Order {
        /** First come, first served; the store hands the lock on. */
        QUEUED,
        /** Whoever asks first after it came free. */
        POLLED
    }

    /** How far fencing tokens can be relied upon. */
    public enum Tokens {
        /** Strictly increasing, always. */
        INCREASING,
        /** Strictly increasing while the store keeps its data <em>or</em> its clock does not step back. */
        INCREASING_UNLESS_DATA_AND_CLOCK_ARE_LOST,
        /** There are none: what is given as a token is a number without a meaning. */
        NONE
    }

    /**
     * Why this store must not be used for a purpose.
     *
     * @param purpose what a lock is for
     * @return a sentence, or empty if the store is fit
     */
    public Optional<String> refusal(Purpose purpose) {
        return Optional.ofNullable(refusals.get(purpose));
    }
}
