package io.lockkeeper.websale.shop;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The order service's two addresses. Only JSON is taken, which browsers do not send for pages of other origins. */
@RestController
final class OrderController {

    private final Checkout checkout;

    OrderController(Checkout checkout) {
        this.checkout = checkout;
    }

    @PostMapping(path = "/orders", consumes = MediaType.APPLICATION_JSON_VALUE)
    Answer order(@RequestBody Order order) throws InterruptedException {
        return checkout.order(order);
    }

    @GetMapping("/status")
    Status status() {
        return checkout.status();
    }
}
