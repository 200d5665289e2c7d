package io.lockkeeper.flashsale;

import io.lockkeeper.LockOptions;
import java.io.IOException;
import java.time.Duration;

/**
 * One order that proceeds step by step, so that a scene can say when the customer pays.
 *
 * @param article what is bought
 * @param items how many
 * @param safety with or without the lock
 * @param patience how long the buyer waits for the lock
 */
record SingleOrder(String article, int items, Safety safety, Duration patience) {

    /** The line that says that the customer pays. */
    static final String PAY = "pay";

    /** How long a service that is paused in the middle of an order keeps its lock, where the store has leases. */
    static final Duration LEASE = Duration.ofSeconds(1);

    /** The order as a line, which {@link #parse} reads. */
    @Override
    public String toString() {
        return "order " + article + " " + items + " " + safety + " " + patience;
    }

    static SingleOrder parse(String[] words) {
        return new SingleOrder(
                words[1], Integer.parseInt(words[2]), Safety.valueOf(words[3]), Duration.parse(words[4]));
    }

    Receipt serve(Shop shop, Instructions instructions) throws IOException, InterruptedException {
        try (StockFile stock = shop.stock(article)) {
            Checkout checkout = new Checkout(stock, (amount, token) -> {
                System.out.println("read " + amount + " " + token);
                String pay = instructions.next();
                if (!pay.equals(PAY)) {
                    throw new IllegalStateException("the customer was to pay, not to " + pay);
                }
            });
            LockOptions options = shop.lockOptions().withMaxWait(patience).withRenewedLease(LEASE);
            return safety == Safety.LOCKED
                    ? checkout.withLock(items, shop.lock(article), options)
                    : checkout.withoutLock(items);
        }
    }
}
