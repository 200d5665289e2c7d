package io.lockkeeper.examples;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import java.time.Duration;

/** A fencing token: the account refuses writes of a stale holder. */
public final class FencingToken {
    private FencingToken() {}

    /**
     * The resource that the lock protects. It records the greatest token that it has seen, from readers too: otherwise a
     * stale holder could still write between the read and the write of its successor.
     */
    private static final class Account {
        private long newest;
        private int balance;

        // In SQL: UPDATE account SET fence = ? WHERE id = ? AND fence <= ?, then SELECT
        synchronized int balance(long token) {
            newest = Math.max(newest, token);
            return balance;
        }

        // In SQL: UPDATE account SET balance = ?, fence = ? WHERE id = ? AND fence <= ?
        synchronized String setBalance(int amount, long token) {
            if (token < newest) {
                return "refused: token " + token + " is older than " + newest;
            }
            balance = amount;
            return "balance is " + amount;
        }
    }

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        Account account = new Account();
        LockOptions atMost50ms = LockOptions.defaults().withFixedLease(Duration.ofMillis(50));
        try (LockClient locks = LockClient.connect("memory:fencing-token")) {

            Lease slow = locks.lock("account:7").acquire(atMost50ms);
            int seen = account.balance(slow.token());
            // Here the slow holder is paused, for example by garbage collection, until its lease has expired.

            try (Lease next = locks.lock("account:7").acquire()) { // Gets in after 50 ms.
                int balance = account.balance(next.token());
                System.out.println("The slow one adds 10:   " + account.setBalance(seen + 10, slow.token()));
                System.out.println("The next one adds 100:  " + account.setBalance(balance + 100, next.token()));
            }
            System.out.println("The slow one, had it looked: isHeld() = " + slow.isHeld());
        }
    }
}
