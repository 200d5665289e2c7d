package io.lockkeeper.jdbc;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.GrantPush.Signals;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A client for which mail is looked for: what it waits for and holds, and so how often to look; and what it hears. */
final class Subscriber implements Signals {

    private static final long SHORTEST_PAUSE = 2_000_000;
    private static final long LONGEST_PAUSE = 150_000_000;
    private static final long HOLDERS_PAUSE = 1_000_000_000;

    private final Signals signals;
    private final Rechecks rechecks;
    private final Map<String, Waiter> waiting = new ConcurrentHashMap<>();
    private final Map<String, Held> held = new ConcurrentHashMap<>();

    Subscriber(Signals signals, ScheduledExecutorService timer) {
        this.signals = signals;
        rechecks = new Rechecks(timer);
    }

    /** Whether that is news. */
    boolean waits(Claim claim) {
        held.remove(claim.name());
        Waiter before = waiting.get(claim.name());
        if (before != null && before.claim.equals(claim.id())) {
            return false;
        }
        waiting.put(claim.name(), new Waiter(claim.id(), claim.pushSecret(), System.nanoTime()));
        return true;
    }

    /** The names that are waited for. */
    Set<String> names() {
        return waiting.keySet();
    }

    /** Whether it is the first that is held. */
    boolean holds(Grant grant) {
        if (waiting.remove(grant.name()) != null) {
            rechecks.cancel(grant.name());
        }
        boolean first = held.isEmpty();
        held.put(grant.name(), Held.of(grant));
        return first;
    }

    /**
     * The claim may have been noted as one that waits after it was granted, or have been granted before its client listened.
     * Then it is kept as long as the grant before it may last. Whether it is the first that is held.
     */
    boolean renewed(Grant grant, Grant earlier) {
        Grant longer = earlier.remainingNanos() > grant.remainingNanos() ? earlier : grant;
        Waiter waiter = waiting.get(grant.name());
        if (waiter != null) {
            return waiter.claim.equals(grant.claim()) && holds(longer);
        }
        boolean first = held.isEmpty();
        held.compute(
                grant.name(),
                (same, before) -> before != null && before.claim.equals(grant.claim())
                        ? before.prolonged(grant)
                        : before == null ? Held.of(longer) : before);
        return first;
    }

    void forget(ClaimId claim, String name) {
        held.computeIfPresent(name, (same, holding) -> holding.claim.equals(claim) ? null : holding);
        Waiter waiter = waiting.get(name);
        if (waiter != null && waiter.claim.equals(claim) && waiting.remove(name, waiter)) {
            rechecks.cancel(name);
        }
    }

    /** The client is the first in line now; the lease before it ends after a time. */
    void next(String name, long leaseNanos) {
        if (waiting.containsKey(name)) {
            rechecks.schedule(name, TimeUnit.NANOSECONDS.toMillis(leaseNanos), signals);
        }
    }

    /** How long to wait until the next look. */
    long pause() {
        long now = System.nanoTime();
        held.values().removeIf(holding -> holding.ends - now <= 0); // Nobody releases a lease that is left to expire.
        long pause = held.isEmpty() ? Long.MAX_VALUE : HOLDERS_PAUSE;
        for (Waiter waiter : waiting.values()) {
            long patient = Math.max(SHORTEST_PAUSE, Math.min(LONGEST_PAUSE, (now - waiter.since) / 8));
            pause = Math.min(pause, patient);
        }
        return pause;
    }

    @Override
    public void granted(Grant grant, long secret) {
        Waiter waiter = waiting.get(grant.name());
        if (waiter != null && waiter.claim.equals(grant.claim()) && waiter.secret == secret) {
            boolean unused = holds(grant);
        }
        signals.granted(grant, secret);
    }

    @Override
    public void free(String name) {
        signals.free(name);
    }

    @Override
    public void contended(String name) {
        signals.contended(name);
    }

    @Override
    public void lost(String name, ClaimId claim, LeaseLoss.Reason reason) {
        forget(claim, name);
        signals.lost(name, claim, reason);
    }

    @Override
    public void mayBeLost(String name, ClaimId claim, LeaseLoss.Reason reason) {
        signals.mayBeLost(name, claim, reason);
    }

    @Override
    public void mayBeRecalled(String name, ClaimId claim) {
        signals.mayBeRecalled(name, claim);
    }

    @Override
    public void missed() {
        signals.missed();
    }

    private record Held(ClaimId claim, long ends) {
        /** As long as a renewal says, or longer: one that only asks whether the lease is there shortens nothing. */
        Held prolonged(Grant grant) {
            Held renewed = of(grant);
            return renewed.ends - ends > 0 ? renewed : this;
        }

        static Held of(Grant grant) {
            return new Held(grant.claim(), System.nanoTime() + grant.remainingNanos());
        }
    }

    private record Waiter(ClaimId claim, long secret, long since) {}
}
