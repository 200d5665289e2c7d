package io.lockkeeper.websale.shop;

import io.lockkeeper.HeldLock;
import io.lockkeeper.LockClient;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The order service's two addresses. Only JSON is taken, which browsers do not send for pages of other origins. */
@RestController
final class OrderController {

    private final Checkout checkout;
    private final LockClient locks;

    OrderController(Checkout checkout, LockClient locks) {
        this.checkout = checkout;
        this.locks = locks;
    }

    @PostMapping(path = "/orders", consumes = MediaType.APPLICATION_JSON_VALUE)
    Answer order(@RequestBody Order order) throws InterruptedException {
        return order.locked() ? checkout.order(order) : checkout.orderWithoutLock(order);
    }

    @GetMapping("/status")
    Status status() {
        long token = locks.held().stream().mapToLong(HeldLock::token).max().orElse(0);
        return new Status(token, locks.waiting());
    }
}
