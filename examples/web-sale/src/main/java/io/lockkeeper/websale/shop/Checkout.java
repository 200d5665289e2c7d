package io.lockkeeper.websale.shop;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockTimeoutException;
import io.lockkeeper.websale.shop.Answer.Outcome;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** An order's way through the shop: acquire the lock, check the stock, charge the buyer, write. Safe for use by many threads. */
final class Checkout {

    private final DistributedLock lock;
    private final Shop shop;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong holding = new AtomicLong();

    Checkout(DistributedLock lock, Shop shop) {
        this.lock = lock;
        this.shop = shop;
    }

    Status status() {
        return new Status(holding.get(), waiting.get());
    }

    Answer order(Order order) throws InterruptedException {
        if (!order.locked()) {
            return sell(order, Shop.NO_TOKEN);
        }
        Lease lease;
        try {
            lease = acquire();
        } catch (LockTimeoutException timeout) {
            return shop.refuse(Outcome.GAVE_UP, order.quantity(), shop.left(), Shop.NO_TOKEN);
        }
        long token = lease.token();
        holding.set(token);
        try {
            return sell(order, token);
        } finally {
            holding.compareAndSet(token, 0);
            close(lease);
        }
    }

    private Lease acquire() throws InterruptedException {
        waiting.incrementAndGet();
        try {
            return lock.acquire();
        } finally {
            waiting.decrementAndGet();
        }
    }

    private Answer sell(Order order, long token) throws InterruptedException {
        int left = shop.left();
        if (left < order.quantity()) {
            return shop.refuse(Outcome.SOLD_OUT, order.quantity(), left, token);
        }
        Thread.sleep(order.paymentMillis()); // Stands for the payment, during which others read the same stock.
        return shop.accept(order.quantity(), left - order.quantity(), token);
    }

    private static void close(Lease lease) {
        try {
            lease.close();
        } catch (LeaseLostException lost) {
            // The database compares tokens: what came too late was refused, and the answer says so.
        }
    }
}
