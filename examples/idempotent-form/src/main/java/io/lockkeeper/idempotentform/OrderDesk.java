package io.lockkeeper.idempotentform;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Takes orders, as often as it is told. Thread-safe. */
final class OrderDesk {

    private final Duration payment;
    private final List<Order> orders = new ArrayList<>();

    /**
     * An order.
     *
     * @param number from 1 on
     */
    record Order(int number, String article) {}

    OrderDesk(Duration payment) {
        this.payment = payment;
    }

    Order order(String article) throws InterruptedException {
        Thread.sleep(payment.toMillis());
        synchronized (orders) {
            Order order = new Order(orders.size() + 1, article);
            orders.add(order);
            return order;
        }
    }

    Optional<Order> find(int number) {
        synchronized (orders) {
            return number < 1 || number > orders.size() ? Optional.empty() : Optional.of(orders.get(number - 1));
        }
    }

    int count() {
        synchronized (orders) {
            return orders.size();
        }
    }
}
