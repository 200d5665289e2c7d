package io.lockkeeper.examples;

import io.lockkeeper.Guarantees;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.Purpose;
import io.lockkeeper.WeakGuaranteeException;

/** Purposes: a lock declares its purpose, and is refused if the store's guarantees are too weak for it. */
public final class Purposes {
    private Purposes() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        try (LockClient locks = LockClient.connect("memory:purposes")) {
            Guarantees guarantees = locks.guarantees();
            System.out.println("The store: " + guarantees.store() + "; it reaches one " + guarantees.reach()
                    + ", waiters are " + guarantees.order() + ", tokens are " + guarantees.tokens() + ".");

            // A newsletter that is sent twice does no harm, so any store is suitable.
            try (Lease lease =
                    locks.lock("newsletter", purpose(Purpose.EFFICIENCY)).acquire()) {
                System.out.println(lease.name() + " is held for " + Purpose.EFFICIENCY + ".");
            }

            // The account refuses old tokens, so two holders at once do no harm.
            try (Lease lease = locks.lock("account:7", purpose(Purpose.FENCED)).acquire()) {
                System.out.println(lease.name() + " is held for " + Purpose.FENCED + ", token " + lease.token() + ".");
            }

            try {
                locks.lock("valve:3", purpose(Purpose.CORRECTNESS)); // Nothing but the lock protects the valve.
            } catch (WeakGuaranteeException tooWeak) {
                System.out.println(tooWeak.getMessage());
            }
        }
    }

    private static LockOptions purpose(Purpose purpose) {
        return LockOptions.defaults().withPurpose(purpose);
    }
}
