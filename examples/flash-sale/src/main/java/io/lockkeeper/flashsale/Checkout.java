package io.lockkeeper.flashsale;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockTimeoutException;
import io.lockkeeper.Purpose;
import java.io.IOException;
import java.util.function.BooleanSupplier;

/** One order's way through the shop: look whether enough is there, charge the card, write down what is left. */
final class Checkout {

    /** The moment between read and write, in which the customer's card is charged. */
    interface Payment {
        void charge(int amountSeen, long token) throws InterruptedException;
    }

    private final StockFile stock;
    private final Payment payment;

    Checkout(StockFile stock, Payment payment) {
        this.stock = stock;
        this.payment = payment;
    }

    /** Sells as one does who forgets that others sell as well. */
    Receipt withoutLock(int items) throws IOException, InterruptedException {
        return sell(items, StockFile.NO_TOKEN, () -> true);
    }

    /** Sells while holding the lock. */
    Receipt withLock(int items, DistributedLock lock, LockOptions options) throws IOException, InterruptedException {
        Lease lease;
        try {
            lease = lock.acquire(options);
        } catch (LockTimeoutException timeout) {
            return new Receipt.GaveUp(timeout.holder().map(Object::toString).orElse("somebody"));
        }
        try {
            // Where tokens mean nothing, a look at the lease has to do; a pause after the look would not be seen.
            Receipt receipt = options.purpose() == Purpose.FENCED
                    ? sell(items, lease.token(), () -> true)
                    : sell(items, StockFile.NO_TOKEN, lease::isHeld);
            // The lock passes to another only after this lease is over, unless its store lost the lock or gave it away.
            return receipt instanceof Receipt.TooLate late && lease.isHeld()
                    ? new Receipt.Overlap(late.token(), late.newest())
                    : receipt;
        } finally {
            release(lease);
        }
    }

    private Receipt sell(int items, long token, BooleanSupplier holds) throws IOException, InterruptedException {
        StockFile.Content seen = stock.read(token);
        int left = seen.amount();
        if (seen.token() > token) {
            return new Receipt.TooLate(token, seen.token());
        }
        if (left < items) {
            return new Receipt.SoldOut(left);
        }
        payment.charge(left, token);
        if (!holds.getAsBoolean()) {
            return new Receipt.LeaseOver();
        }
        return stock.write(left - items, token)
                ? new Receipt.Sold(items)
                : new Receipt.TooLate(token, stock.read(token).token());
    }

    private static void release(Lease lease) {
        try {
            lease.close();
        } catch (LeaseLostException lost) {
            // No harm was done: the stock has refused a write that came too late, or none was made; the receipt says
            // so.
        }
    }
}
