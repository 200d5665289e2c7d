package io.lockkeeper.spring;

import io.lockkeeper.Lease;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The leases under which the calling thread runs a {@link Locked} method: for their fencing tokens, or to ask whether they are
 * held. Work that the method gives to other threads gets the lease as an argument. In a {@code Mono} or {@code Flux}, see {@link
 * ReactiveLease}. Safe for use by any thread.
 */
public final class CurrentLease {

    private CurrentLease() {}

    /**
     * Returns the lease of the innermost {@link Locked} method.
     *
     * @return the lease; the caller does not close it
     * @throws IllegalStateException if the thread runs no such method, or one that has several locks
     */
    public static Lease get() {
        return single(HeldScope.current());
    }

    /**
     * Returns the lease of one of the locks that the thread holds by {@link Locked} methods.
     *
     * @param name the lock's name
     * @return the lease; the caller does not close it
     * @throws IllegalStateException if the thread does not hold it in this way
     */
    public static Lease get(String name) {
        Lease lease = HeldScope.find(HeldScope.current(), null, name);
        if (lease == null) {
            throw new IllegalStateException("This thread runs no @Locked method that holds the lock '" + name
                    + "'; it holds " + all().stream().map(Lease::name).toList() + ".");
        }
        return lease;
    }

    /**
     * Returns the lease of the innermost {@link Locked} method, if there is one.
     *
     * @return the lease; empty if the thread runs no such method
     * @throws IllegalStateException if that method has several locks
     */
    public static Optional<Lease> find() {
        HeldScope scope = HeldScope.current();
        return scope == null ? Optional.empty() : Optional.of(single(scope));
    }

    /**
     * Returns the leases of all {@link Locked} methods that the thread runs.
     *
     * @return the leases, those of the innermost method first
     */
    public static List<Lease> all() {
        List<Lease> leases = new ArrayList<>();
        for (HeldScope scope = HeldScope.current(); scope != null; scope = scope.outer()) {
            leases.addAll(scope.leases());
        }
        return leases;
    }

    static Lease single(@Nullable HeldScope scope) {
        if (scope == null) {
            throw new IllegalStateException(
                    "This thread runs no @Locked method. Work that such a method gives to another"
                            + " thread needs the lease as an argument.");
        }
        if (scope.leases().size() != 1) {
            throw new IllegalStateException("The method has several locks, "
                    + scope.leases().stream().map(Lease::name).toList() + "; ask for one by its name.");
        }
        return scope.leases().get(0);
    }
}
