package io.lockkeeper.websale.shop;

/**
 * A service's answer to an order.
 *
 * @param outcome what became of the order
 * @param left how many items the stock showed at the end of the order
 */
public record Answer(Outcome outcome, int left) {

    /** What became of an order. The database has the same words. */
    public enum Outcome {
        /** The items are sold. */
        ACCEPTED,
        /** Fewer items were left than wanted. */
        SOLD_OUT,
        /** The database refused the write: a later holder of the lock has written already. */
        TOO_LATE,
        /** The lock was not acquired in time. */
        GAVE_UP
    }
}
