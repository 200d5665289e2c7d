package io.lockkeeper.examples;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.Purpose;
import io.lockkeeper.WeakGuaranteeException;
import java.util.Optional;

/**
 * A lock that only avoids duplicate work: a picture that is being made elsewhere is not made again. A cache is sufficient
 * for such a lock: pass the address of a memcached, such as {@code memcached://localhost}.
 */
public final class WorkSaved {
    private WorkSaved() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        String store = args.length == 0 ? "memory:pictures" : args[0];
        try (LockClient one = LockClient.connect(store);
                LockClient other = LockClient.connect(store)) {
            LockOptions efficiency = LockOptions.defaults().withPurpose(Purpose.EFFICIENCY);
            try (Lease lease = one.lock("thumbnail:7", efficiency).acquire()) {
                System.out.println("One makes the picture under the lock '" + lease.name() + "'.");
                Optional<Lease> second = other.lock("thumbnail:7", efficiency).tryAcquire();
                System.out.println(second.isEmpty() ? "The other saves itself the work." : "Not reached.");
            }
            // Making the picture twice would do no harm. A withdrawal from an account is different:
            try {
                other.lock("account:7", LockOptions.defaults().withPurpose(Purpose.FENCED));
                System.out.println(other.guarantees().store() + " gives fencing tokens, so it will do for accounts.");
            } catch (WeakGuaranteeException tooWeak) {
                System.out.println(tooWeak.getMessage());
            }
        }
    }
}
