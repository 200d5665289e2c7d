package io.lockkeeper.examples;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockEvent;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** A listener for all events of a client's locks, for logs and metrics. */
public final class EventListener {
    private static final CountDownLatch ENOUGH = new CountDownLatch(3);

    private EventListener() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        ClientOptions observed = ClientOptions.defaults().withListener(EventListener::print);
        try (LockClient locks = LockClient.connect("memory:event-listener", observed)) {
            DistributedLock stock = locks.lock("stock:42");
            CompletableFuture<Void> second;
            CompletableFuture<Void> third;

            try (Lease first = stock.acquire()) {
                first.ensureHeld();
                second = stock.acquireAsync().thenCompose(Lease::closeAsync); // Waits.
                third = stock.acquireAsync().thenCompose(Lease::closeAsync);
            }
            CompletableFuture.allOf(second, third).join();
            ENOUGH.await(); // Listeners run on a thread of the client, a moment later.
        }
    }

    private static void print(LockEvent event) {
        if (event instanceof LockEvent.Acquired acquired) {
            System.out.println("acquired " + acquired.name() + " from the store, token " + acquired.token());
        } else if (event instanceof LockEvent.HandedOver handed) {
            System.out.println("handed over " + handed.name() + " without the store, token " + handed.token());
        } else if (event instanceof LockEvent.Lost lost) {
            System.out.println(
                    "LOST " + lost.name() + ": " + lost.loss().reason().sentence());
        } else if (event instanceof LockEvent.Released released) {
            System.out.println(
                    "released " + released.name() + " after " + released.held().toNanos() / 1000 + " µs");
            ENOUGH.countDown();
        } else {
            System.out.println("also: " + event);
        }
    }
}
