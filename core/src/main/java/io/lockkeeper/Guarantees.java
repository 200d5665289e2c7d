package io.lockkeeper;

import java.util.Map;
import java.util.Optional;

/**
 * The guarantees of a store, as values that programs can check and people can read.
 *
 * @param store a short description of the store, such as {@code one Redis node}
 * @param reach the scope of the store's locks
 * @param expiry what releases the lock of a holder that died
 * @param order the order in which waiters of different processes are served
 * @param tokens how reliable fencing tokens are
 * @param survives a sentence that says what the locks survive
 * @param refusals the purposes for which this store is refused, each with a sentence that says why and
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

    /** The scope of a lock. */
    public enum Reach {
        /** The threads of one JVM. */
        PROCESS,
        /** The processes of one machine. */
        MACHINE,
        /** Every machine that can connect to the store. */
        NETWORK
    }

    /** What releases the lock of a holder that died. */
    public enum Expiry {
        /** The end of the lease, by the store's clock. */
        STORE_CLOCK,
        /** The end of the holder's process, detected by the operating system's kernel; there is no lease. */
        PROCESS_END,
        /** The end of the holder's session with the store, which all locks of a client share. */
        SESSION_END
    }

    /** The order in which waiters of different processes are served. */
    public enum Order {
        /** FIFO; the store hands the lock to the next waiter. */
        QUEUED,
        /** Unordered: waiters poll, and the first one to ask after the release gets the lock. */
        POLLED
    }

    /** How reliable fencing tokens are. */
    public enum Tokens {
        /** Strictly increasing, always. */
        INCREASING,
        /** Strictly increasing while the store keeps its data <em>or</em> its clock does not step back. */
        INCREASING_UNLESS_DATA_AND_CLOCK_ARE_LOST,
        /** There are no fencing tokens. */
        NONE
    }

    /**
     * Returns why this store is refused for a purpose.
     *
     * @param purpose the purpose of a lock
     * @return a sentence; empty if the store is suitable
     */
    public Optional<String> refusal(Purpose purpose) {
        return Optional.ofNullable(refusals.get(purpose));
    }
}
