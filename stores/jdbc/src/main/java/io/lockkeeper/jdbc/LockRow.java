package io.lockkeeper.jdbc;

import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.lockkeeper.Holder;
import io.lockkeeper.LockStatus;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A lock's row as it was read, and what becomes of it: decided here, and written back if nobody changed it meanwhile.
 *
 * <p>All times are microseconds by the database's clock as it was when the row was read; by the time it is written
 * the clock has moved on, so a lease ends rather too early for the database than too late for its holder, who counts
 * from before the request. Not thread-safe; used once.
 */
final class LockRow {

    /** How long a withdrawn claim is refused: longer than any copy of it can be on its way. */
    private static final long MARK = MICROSECONDS.convert(Duration.ofMinutes(1));

    /** Who waits and is not first asks at least as often, which shows the sweep that somebody lives. */
    private static final Duration LONGEST_RECHECK = Duration.ofMinutes(1);

    private final String name;
    private final long changes;
    private final long now;
    private final long claimTime;
    private final List<Claim> waiting;
    private final Map<ClaimId, Long> withdrawn;
    private final List<Message> messages = new ArrayList<>();
    private @Nullable Tenancy tenancy;
    private long lastToken;
    private boolean changed;

    LockRow(Columns read, long claimTime) {
        this.name = read.name();
        this.changes = read.changes();
        this.now = read.now();
        this.tenancy = read.tenancy();
        this.lastToken = read.lastToken();
        this.waiting = Waiting.read(name, read.waiting());
        this.withdrawn = Withdrawn.read(read.withdrawn(), now);
        this.claimTime = claimTime;
    }

    String name() {
        return name;
    }

    long changes() {
        return changes;
    }

    long now() {
        return now;
    }

    boolean isChanged() {
        return changed;
    }

    long lastToken() {
        return lastToken;
    }

    @Nullable
    Tenancy tenancy() {
        return tenancy;
    }

    List<Claim> waiting() {
        return waiting;
    }

    Map<ClaimId, Long> withdrawn() {
        return withdrawn;
    }

    /** What the change means for others, to be said once it is written. */
    List<Message> messages() {
        return messages;
    }

    ClaimOutcome claim(Claim claim) {
        if (withdrawn.containsKey(claim.id())) {
            return new ClaimOutcome.Withdrawn();
        }
        if (holding() == null && (waiting.isEmpty() || isFirst(claim.id()))) {
            waiting.removeIf(first -> first.id().equals(claim.id()));
            return new ClaimOutcome.Granted(give(claim, micros(claim.lease())));
        }
        serve();
        Tenancy holding = tenancy;
        if (holding == null) {
            throw new IllegalStateException("Somebody waited for " + name + ", and nobody was served.");
        }
        if (holding.claim().equals(claim.id())) {
            return new ClaimOutcome.Granted(grant(holding));
        }
        int place = place(claim.id());
        if (place < 0 && !claim.mayQueue()) {
            return new ClaimOutcome.Busy(holding.holder(), left(holding));
        }
        if (place < 0) {
            if (waiting.isEmpty()) {
                messages.add(Message.contended(name, holding.claim()));
            }
            // A client has one claim at a time; one of before was withdrawn, or is about to be.
            waiting.removeIf(older -> older.id().client().equals(claim.id().client()));
            place = waiting.size();
            waiting.add(claim);
            changed = true;
        }
        return new ClaimOutcome.Queued(
                holding.holder(), place, MICROSECONDS.toNanos(now), recheck(claim, place, holding));
    }

    /** Whether the claim held the lock. */
    boolean release(ClaimId claim) {
        serve();
        if (tenancy == null || !tenancy.claim().equals(claim)) {
            return false;
        }
        handOn();
        return true;
    }

    void withdraw(ClaimId claim, boolean outcomeUnknown) {
        changed |= waiting.removeIf(waiter -> waiter.id().equals(claim));
        if (outcomeUnknown) {
            withdrawn.put(claim, now + MARK);
            changed = true;
        }
        boolean unused = release(claim);
    }

    Optional<Holder> revoke() {
        serve();
        Tenancy taken = tenancy;
        if (taken == null) {
            return Optional.empty();
        }
        messages.add(Message.lost(name, taken.claim()));
        handOn();
        return Optional.of(taken.holder());
    }

    Optional<LockStatus> status() {
        Tenancy holding = holding();
        if (holding == null && waiting.isEmpty()) {
            return Optional.empty();
        }
        Optional<Tenancy> shown = Optional.ofNullable(holding);
        return Optional.of(new LockStatus(
                name,
                shown.map(Tenancy::holder),
                shown.map(held -> Instant.EPOCH.plus(held.since(), ChronoUnit.MICROS)),
                lastToken,
                shown.map(this::left),
                waiting.stream().map(Claim::holder).toList()));
    }

    /** Who holds the lock, if the lease is not over. */
    private @Nullable Tenancy holding() {
        return tenancy != null && tenancy.ends() > now ? tenancy : null;
    }

    /** Gives a lock that is free to the first who waits. */
    private void serve() {
        if (holding() == null && (tenancy != null || !waiting.isEmpty())) {
            handOn();
        }
    }

    /** Ends what the holder has: the first in line has it, and the second is told that it is next; or nobody has it. */
    private void handOn() {
        tenancy = null;
        changed = true;
        if (waiting.isEmpty()) {
            return;
        }
        Claim first = waiting.remove(0);
        long lease = Math.min(claimTime, micros(first.lease()));
        messages.add(Message.granted(give(first, lease)));
        if (!waiting.isEmpty()) {
            messages.add(Message.next(name, waiting.get(0).id(), Duration.of(lease, ChronoUnit.MICROS)));
        }
    }

    private Grant give(Claim claim, long lease) {
        long first = Math.max(lastToken + 1, now);
        lastToken = first + claim.tokens() - 1;
        changed = true;
        Tenancy given = new Tenancy(claim.id(), claim.holder(), now, now + lease, first, lastToken);
        tenancy = given;
        return grant(given);
    }

    private Grant grant(Tenancy given) {
        return new Grant(
                name,
                given.claim(),
                given.firstToken(),
                given.lastToken(),
                left(given).toNanos(),
                MICROSECONDS.toNanos(now),
                !waiting.isEmpty());
    }

    private Duration left(Tenancy holding) {
        return Duration.of(holding.ends() - now, ChronoUnit.MICROS);
    }

    /** The first in line asks when the lease before it ends; the others now and then. */
    private Duration recheck(Claim claim, int place, Tenancy holding) {
        Duration longest = claim.lease().compareTo(LONGEST_RECHECK) < 0 ? claim.lease() : LONGEST_RECHECK;
        Duration left = left(holding);
        return place == 0 && left.compareTo(longest) < 0 ? left : longest;
    }

    private boolean isFirst(ClaimId claim) {
        return waiting.get(0).id().equals(claim);
    }

    private int place(ClaimId claim) {
        for (int place = 0; place < waiting.size(); place++) {
            if (waiting.get(place).id().equals(claim)) {
                return place;
            }
        }
        return -1;
    }

    static long micros(Duration duration) {
        return NANOSECONDS.toMicros(duration.toNanos());
    }
}
