package io.lockkeeper.examples;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.LockClient;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;

/** A distributed lock as a {@link Lock}: it can replace a ReentrantLock, including re-entry and timeouts. */
public final class JavaLock {
    private JavaLock() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        try (LockClient locks = LockClient.connect("memory:java-lock")) {
            DistributedLock stock = locks.lock("stock:42");

            stock.lock();
            try {
                reserve(stock);
                System.out.println("Another thread, for 100 ms: " + inAnotherThread(stock));
            } finally {
                stock.unlock();
            }

            System.out.println("Another thread, once it is free: " + inAnotherThread(stock));
        }
    }

    private static void reserve(DistributedLock stock) {
        stock.lock(); // Re-entry by the same thread: only counted, without a request to the store.
        try {
            System.out.println("This thread holds the lock " + stock.holdCount() + " times.");
        } finally {
            stock.unlock();
        }
    }

    private static String inAnotherThread(Lock stock) {
        return CompletableFuture.supplyAsync(() -> countStock(stock)).join();
    }

    private static String countStock(Lock stock) {
        try {
            if (!stock.tryLock(100, MILLISECONDS)) {
                return "gave up";
            }
            try {
                return "counted the stock";
            } finally {
                stock.unlock();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return "was stopped";
        }
    }
}
