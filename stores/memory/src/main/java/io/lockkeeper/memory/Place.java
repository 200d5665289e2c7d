package io.lockkeeper.memory;

import io.lockkeeper.Holding;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LockStatus;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Recall.Asked;
import io.lockkeeper.store.Remaining;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.Tokens;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** One name's holder and queue. Guarded by its shard's lock; every time is the space's. */
final class Place {

    /** What a waiter gets that is granted the lock unasked: if it died in that instant, it blocks nobody for long. */
    private static final long CLAIM_TIME_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final String name;
    private final AtomicLong tokens;
    private final Listeners listeners;
    private final Line line;

    private @Nullable Claim holding;
    private long firstToken;
    private long lastToken;
    private long since;
    private long end;
    private boolean recalled;

    Place(String name, AtomicLong tokens, Listeners listeners) {
        this.name = name;
        this.tokens = tokens;
        this.listeners = listeners;
        this.line = new Line(listeners);
    }

    String name() {
        return name;
    }

    ClaimOutcome claim(Claim claim, long now) {
        endIfOver(now);
        if (holding == null) {
            Claim first = line.first();
            if (first == null || first.id().equals(claim.id())) {
                line.leave(claim.id());
                tellNext();
                return new ClaimOutcome.Granted(grant(claim, claim.lease().toNanos(), now));
            }
            handOver(now);
        }
        Claim holder = holding;
        if (holder == null) {
            return new ClaimOutcome.Granted(grant(claim, claim.lease().toNanos(), now));
        }
        if (holder.id().equals(claim.id())) {
            return new ClaimOutcome.Granted(current(holder, now));
        }
        if (line.has(claim.id())) {
            return queued(holder, claim, now);
        }
        if (!claim.mayQueue() || !listeners.has(claim.id().client())) {
            return new ClaimOutcome.Busy(holder.holder(), Duration.ofNanos(end - now));
        }
        if (line.first() == null) {
            listeners.tell(holder.id().client(), signals -> signals.contended(name));
        }
        line.join(claim);
        return queued(holder, claim, now);
    }

    @Nullable
    Grant renew(Renewal renewal, long now) {
        serve(now);
        Grant grant = renewal.grant();
        if (!isHeldBy(grant.claim()) || grant.firstToken() != firstToken) {
            return null;
        }
        end = Math.max(end, now + renewal.lease().toNanos());
        return grant.renewed(Duration.ofNanos(end - now), now);
    }

    boolean setLease(ClaimId claim, long leaseNanos, long now) {
        serve(now);
        if (!isHeldBy(claim)) {
            return false;
        }
        boolean earlier = now + leaseNanos < end;
        end = now + leaseNanos;
        if (earlier) {
            tellNext(); // It asks again, and learns the new end.
        }
        return true;
    }

    boolean release(ClaimId claim, long now) {
        serve(now);
        if (!isHeldBy(claim)) {
            return false;
        }
        holding = null;
        handOver(now);
        return true;
    }

    boolean withdraw(ClaimId claim, long now) {
        Claim first = line.first();
        line.leave(claim);
        if (first != null && first.id().equals(claim)) {
            tellNext(); // Whoever comes first now knows of no end that was set while another did.
        }
        return release(claim, now);
    }

    /** Ends the current grant: the claim that it was of, or null if there is none. */
    @Nullable
    Claim revoke(long now) {
        serve(now);
        Claim holder = holding;
        if (holder == null) {
            return null;
        }
        listeners.tell(holder.id().client(), signals -> signals.lost(name, holder.id(), LeaseLoss.Reason.REVOKED));
        holding = null;
        handOver(now);
        return holder;
    }

    /** Asks the holder to let go: who that is, or null if there is none. */
    @Nullable
    Asked recall(long now, Clock clock) {
        Claim holder = isOver(now) ? null : holding;
        if (holder == null) {
            return null;
        }
        recalled = true;
        String client = holder.id().client();
        listeners.tell(client, signals -> signals.mayBeRecalled(name, holder.id()));
        return new Asked(status(now, clock).holding().orElseThrow(), listeners.has(client));
    }

    boolean isRecalled(ClaimId claim, long now) {
        return recalled && !isOver(now) && isHeldBy(claim);
    }

    boolean isHeldAs(Holding shown, long now, Clock clock) {
        return status(now, clock).holding().filter(shown::isSameGrant).isPresent();
    }

    LockStatus status(long now, Clock clock) {
        Claim holder = isOver(now) ? null : holding;
        if (holder == null) {
            return LockStatus.free(name, lastToken, line.holders());
        }
        Holding holding = new Holding(
                holder.holder(),
                lastToken,
                Optional.of(clock.instant(since)),
                Optional.of(Duration.ofNanos(end - now)));
        return LockStatus.held(name, holding, line.holders());
    }

    /** Whether nothing is left but, perhaps, a lease that is over and waiters that are gone. */
    boolean isIdle(long now) {
        return (holding == null || isOver(now)) && line.first() == null;
    }

    boolean isEmpty() {
        return holding == null && line.first() == null;
    }

    private boolean isOver(long now) {
        return holding != null && end - now <= 0;
    }

    private boolean isHeldBy(ClaimId claim) {
        return holding != null && holding.id().equals(claim);
    }

    private void endIfOver(long now) {
        if (isOver(now)) {
            holding = null;
        }
    }

    private void serve(long now) {
        endIfOver(now);
        if (holding == null) {
            handOver(now);
        }
    }

    /** Gives the free lock to the first who waits and still listens, and tells the second that it is next. */
    private void handOver(long now) {
        Claim next = line.takeFirst();
        if (next == null) {
            return;
        }
        Grant grant = grant(next, Math.min(CLAIM_TIME_NANOS, next.lease().toNanos()), now);
        listeners.tell(next.id().client(), signals -> signals.granted(grant, next.pushSecret()));
        tellNext();
    }

    /** Has the first who waits ask again: it learns when it is to ask next. */
    private void tellNext() {
        Claim first = line.first();
        if (first != null) {
            listeners.tell(first.id().client(), signals -> signals.free(name));
        }
    }

    private Grant grant(Claim claim, long leaseNanos, long now) {
        holding = claim;
        lastToken = tokens.addAndGet(claim.tokens());
        firstToken = lastToken - claim.tokens() + 1;
        since = now;
        end = now + leaseNanos;
        recalled = false;
        return current(claim, now);
    }

    private Grant current(Claim holder, long now) {
        return new Grant(
                name,
                holder.id(),
                new Tokens(firstToken, lastToken),
                new Remaining(end - now, now),
                line.first() != null);
    }

    /** The first in line asks again when the holder's lease ends, each other a claim time later: those before may be dead. */
    private ClaimOutcome queued(Claim holder, Claim claim, long now) {
        int ahead = line.ahead(claim.id());
        long others = Math.min(ahead * CLAIM_TIME_NANOS, claim.lease().toNanos());
        return new ClaimOutcome.Queued(holder.holder(), ahead, now, Duration.ofNanos(end - now + others));
    }
}
