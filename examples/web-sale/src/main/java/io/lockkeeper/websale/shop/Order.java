package io.lockkeeper.websale.shop;

/**
 * An order of one buyer.
 *
 * @param quantity how many items are wanted
 * @param locked whether the service takes the lock of the article, or sells without it
 * @param paymentMillis how long the buyer's payment takes, between the look at the stock and the write, in milliseconds
 */
public record Order(int quantity, boolean locked, long paymentMillis) {

    /** Checks the bounds. */
    public Order {
        if (quantity < 1 || quantity > 100) {
            throw new IllegalArgumentException("An order is for 1 to 100 items, not " + quantity);
        }
        if (paymentMillis < 0 || paymentMillis > 60_000) {
            throw new IllegalArgumentException("A payment takes 0 to 60,000 ms, not " + paymentMillis);
        }
    }
}
