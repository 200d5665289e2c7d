package io.lockkeeper.examples;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockEvent;
import java.util.concurrent.CompletableFuture;

/** A listener for events: everything that happens to a client's locks, for logs and metrics. */
public final class EventListener {
    private EventListener() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        ClientOptions observed = ClientOptions.defaults().withListener(EventListener::print);
        try (LockClient locks = LockClient.connect("memory:event-listener", observed)) {
            DistributedLock stock = locks.lock("stock:42");
            CompletableFuture<Lease> second;

            try (Lease first = stock.acquire()) {
                first.ensureHeld();
                second = stock.acquireAsync(); // Waits, then is handed the lock within the process.
            }
            second.join().close();
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
        } else {
            System.out.println("also: " + event);
        }
    }
}
