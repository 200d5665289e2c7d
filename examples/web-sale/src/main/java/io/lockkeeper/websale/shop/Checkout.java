package io.lockkeeper.websale.shop;

import io.lockkeeper.Purpose;
import io.lockkeeper.spring.CurrentLease;
import io.lockkeeper.spring.Locked;
import io.lockkeeper.spring.OnLoss;
import io.lockkeeper.websale.shop.Answer.Outcome;

/** An order's way through the shop: check the stock, charge the buyer, write. Safe for use by many threads. */
class Checkout {

    private final Shop shop;

    Checkout(Shop shop) {
        this.shop = shop;
    }

    /**
     * Sells while no other order of any service does. Who loses the lock on the way is told by the database, which refuses the
     * old token.
     */
    @Locked(
            name = ShopService.LOCK,
            maxWait = "30s",
            purpose = Purpose.FENCED,
            fallback = "giveUp",
            onLoss = OnLoss.IGNORE,
            description = "${sale.service}")
    public Answer order(Order order) throws InterruptedException {
        return sell(order, CurrentLease.get().token());
    }

    /** Sells without the lock, to show what happens then. */
    Answer orderWithoutLock(Order order) throws InterruptedException {
        return sell(order, Shop.NO_TOKEN);
    }

    /** Called instead of {@link #order} if the lock was not acquired in time. */
    Answer giveUp(Order order) {
        return shop.refuse(Outcome.GAVE_UP, order.quantity(), shop.left(), Shop.NO_TOKEN);
    }

    private Answer sell(Order order, long token) throws InterruptedException {
        int left = shop.left();
        if (left < order.quantity()) {
            return shop.refuse(Outcome.SOLD_OUT, order.quantity(), left, token);
        }
        Thread.sleep(order.paymentMillis()); // Stands for the payment, during which others read the same stock.
        return shop.accept(order.quantity(), left - order.quantity(), token);
    }
}
