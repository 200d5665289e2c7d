package io.lockkeeper.examples;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import java.time.Duration;

/** A fencing token: the account refuses what a holder that was overtaken still wants to write. */
public final class FencingToken {
    private FencingToken() {}

    /**
     * The thing that the lock protects. It remembers the greatest token it was shown, also by a reader: else an overtaken
     * holder could still write between the read and the write of the next one.
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
            // Here the slow holder is paused: a collection of garbage, a frozen machine. Its lease ends meanwhile.

            try (Lease next = locks.lock("account:7").acquire()) { // Gets in after 50 ms.
                int balance = account.balance(next.token());
                System.out.println("The slow one adds 10:   " + account.setBalance(seen + 10, slow.token()));
                System.out.println("The next one adds 100:  " + account.setBalance(balance + 100, next.token()));
            }
            System.out.println("The slow one, had it looked: isHeld() = " + slow.isHeld());
        }
    }
}
