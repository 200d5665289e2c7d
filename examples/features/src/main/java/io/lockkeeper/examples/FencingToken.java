package io.lockkeeper.examples;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import java.time.Duration;

/** A fencing token: the account refuses what a holder that was overtaken still wants to write. */
public final class FencingToken {
    private FencingToken() {}

    /** The thing that the lock protects. It remembers the greatest token it has seen, beside its balance. */
    private static final class Account {
        private long newestToken;
        private int balance;

        // In SQL: UPDATE account SET balance = ?, fence = ? WHERE id = ? AND fence <= ?
        synchronized String setBalance(int amount, long token) {
            if (token < newestToken) {
                return "refused: token " + token + " is older than " + newestToken;
            }
            newestToken = token;
            balance = amount;
            return "balance is " + balance;
        }
    }

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        Account account = new Account();
        LockOptions short50 = LockOptions.defaults().withFixedLease(Duration.ofMillis(50));
        try (LockClient locks = LockClient.connect("memory:fencing-token")) {

            Lease slow = locks.lock("account:7").acquire(short50);
            int seenBySlow = account.balance;
            // Here the slow holder is paused: a collection of garbage, a frozen machine. Its lease ends meanwhile.

            try (Lease next = locks.lock("account:7").acquire()) { // Gets in after 50 ms.
                System.out.println("The next holder writes 100: " + account.setBalance(100, next.token()));
            }

            System.out.println("The slow one writes 10:     " + account.setBalance(seenBySlow + 10, slow.token()));
            System.out.println("Had it looked, it would know: isHeld() = " + slow.isHeld());
        }
    }
}
