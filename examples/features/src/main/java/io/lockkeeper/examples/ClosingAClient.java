package io.lockkeeper.examples;

import io.lockkeeper.ClientClosedException;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Shutdown of a client: holders are notified, waiters are woken, and the locks are released at once. */
public final class ClosingAClient {
    private ClosingAClient() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        try (LockClient successor = LockClient.connect("memory:closing-a-client")) {
            LockClient ending = LockClient.connect("memory:closing-a-client");
            Lease leader = ending.lock("leader").acquire();
            CompletableFuture<Lease> waiting = ending.lock("leader").acquireAsync();

            ending.close(); // As a shutdown hook or a framework does.

            System.out.println("Its lease is held: " + leader.isHeld());
            try {
                waiting.join();
            } catch (CompletionException woken) {
                System.out.println("Its waiter is woken: " + (woken.getCause() instanceof ClientClosedException));
            }
            try (Lease lease = successor.lock("leader").acquire()) {
                System.out.println("The successor leads, token " + lease.token() + " after " + leader.token() + ".");
            }
        }
    }
}
