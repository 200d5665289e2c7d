package io.lockkeeper.jdbc;

import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.LockStatus;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Remaining;
import io.lockkeeper.store.Tokens;
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
 * from before the request. A row of a format that this release does not know is taken for held, and never written.
 * Not thread-safe; used once.
 */
final class LockRow {

    /** How long a withdrawn claim is refused: longer than any copy of it can be on its way. */
    static final long MARK = MICROSECONDS.convert(Duration.ofMinutes(1));

    /** Who waits and is not first asks at least as often, which shows the sweep that somebody lives. */
    private static final long LONGEST_RECHECK = MICROSECONDS.convert(Duration.ofMinutes(1));

    /** When to ask again for a lock whose row is of another format. */
    private static final Duration UNKNOWN = Duration.ofSeconds(1);

    private static final Holder OTHERS = new Holder("unknown", "", 0, "", "another release of Lockkeeper", 0);

    private static final Duration LONGEST = Duration.ofDays(100_000);

    private final Columns read;
    private final long now;
    private final long claimTime;
    private final Line line;
    private final Map<ClaimId, Long> withdrawn;
    private final List<Message> messages = new ArrayList<>();
    private @Nullable Tenancy tenancy;
    private long lastToken;
    private boolean changed;

    LockRow(Columns read, long claimTime) {
        this.read = read;
        this.now = read.now();
        this.tenancy = read.tenancy();
        this.lastToken = read.lastToken();
        this.line = new Line(Waiting.read(read.name(), read.waiting()));
        this.withdrawn = Withdrawn.read(read.name(), read.withdrawn(), now);
        this.claimTime = claimTime;
    }

    String name() {
        return read.name();
    }

    long changes() {
        return read.changes();
    }

    long now() {
        return now;
    }

    boolean isChanged() {
        return read.known() && (changed || line.isChanged());
    }

    long lastToken() {
        return lastToken;
    }

    @Nullable
    Tenancy tenancy() {
        return tenancy;
    }

    List<QueuedClaim> waiting() {
        return line.claims();
    }

    Map<ClaimId, Long> withdrawn() {
        return withdrawn;
    }

    /** What the change means for others, to be said once it is written. */
    List<Message> messages() {
        return messages;
    }

    ClaimOutcome claim(Claim claim) {
        if (!read.known()) {
            return new ClaimOutcome.Busy(null, UNKNOWN);
        }
        if (withdrawn.containsKey(claim.id())) {
            return new ClaimOutcome.Withdrawn();
        }
        serve(claim.id());
        Tenancy holding = holding();
        if (holding == null) {
            line.leave(claim.id());
            return new ClaimOutcome.Granted(give(QueuedClaim.of(claim), micros(claim.lease())));
        }
        if (holding.claim().equals(claim.id())) {
            return new ClaimOutcome.Granted(grant(holding));
        }
        int place = line.place(claim.id());
        if (place < 0 && !claim.mayQueue()) {
            return new ClaimOutcome.Busy(holding.holder(), left(holding));
        }
        if (place < 0) {
            if (line.isEmpty()) {
                messages.add(Message.contended(name(), holding.claim()));
            }
            place = line.join(claim);
        }
        Duration recheck = Duration.of(recheck(claim, place, holding), ChronoUnit.MICROS);
        return new ClaimOutcome.Queued(holding.holder(), place, MICROSECONDS.toNanos(now), recheck);
    }

    /** Whether the claim held the lock. */
    boolean release(ClaimId claim) {
        serve(claim);
        if (!isHeldBy(claim)) {
            confirm();
            return false;
        }
        handOn();
        return true;
    }

    void withdraw(ClaimId claim, boolean outcomeUnknown) {
        line.leave(claim);
        if (outcomeUnknown) {
            withdrawn.put(claim, now + MARK);
            changed = true;
        }
        boolean unused = release(claim);
    }

    Optional<Holder> revoke(@Nullable Holding only) {
        Tenancy taken = held(only);
        if (taken == null) {
            confirm();
            return Optional.empty();
        }
        messages.add(Message.lost(name(), taken.claim()));
        withdrawn.put(taken.claim(), now + MARK); // A late copy would be granted to a holder that was not told yet.
        handOn();
        return Optional.of(taken.holder());
    }

    /** Who holds the lock by a grant, or by whichever is current. */
    @Nullable
    Tenancy held(@Nullable Holding only) {
        if (!read.known()) {
            throw new IllegalStateException(
                    "The lock '" + name() + "' was acquired by another release of Lockkeeper, in a"
                            + " format that this release does not know. Release it with that release.");
        }
        Tenancy held = holding();
        return held == null || only == null || only.isSameGrant(shown(held)) ? held : null;
    }

    /** Lets the lease of a claim that holds the lock end so long from now. Whether it holds the lock. */
    boolean setLease(ClaimId claim, long lease) {
        Tenancy held = holding();
        if (held == null || !isHeldBy(claim)) {
            confirm();
            return false;
        }
        tenancy = held.until(now + lease);
        changed = true;
        tellNext(lease);
        return true;
    }

    Optional<LockStatus> status() {
        Tenancy holding = holding();
        if (holding == null && !read.known()) {
            holding = new Tenancy(new ClaimId("unknown", 0), OTHERS, now, now, lastToken, lastToken);
        }
        if (holding == null && line.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                holding == null
                        ? LockStatus.free(name(), lastToken, line.holders())
                        : LockStatus.held(name(), shown(holding), line.holders()));
    }

    Holding shown(Tenancy held) {
        Instant since = Instant.EPOCH.plus(held.since(), ChronoUnit.MICROS);
        return new Holding(held.holder(), lastToken, Optional.of(since), Optional.of(left(held)));
    }

    /** Has the row written back as it is: a server between may have read it from a replica, and nobody may lose a lock by that. */
    void confirm() {
        changed = true;
    }

    /** Who holds the lock, if the lease is not over. */
    @Nullable
    Tenancy holding() {
        return tenancy != null && tenancy.ends() > now ? tenancy : null;
    }

    private boolean isHeldBy(ClaimId claim) {
        Tenancy held = holding();
        return read.known() && held != null && held.claim().equals(claim);
    }

    /**
     * Gives a lock that is free to the first in line, unless that is who asks and takes it by itself.
     *
     * <p>When a lease runs out, each of those in line has the claim time, one after the other, to ask for the lock. Who did
     * not is gone, and leaves the line when somebody asks who stands behind or does not stand there.
     */
    private void serve(ClaimId asking) {
        if (holding() != null) {
            return;
        }
        if (tenancy != null) {
            line.drop((now - tenancy.ends()) / claimTime, asking);
        }
        if (!line.isFirst(asking)) {
            handOn();
        }
    }

    /** Ends what the holder has: the first in line has it, and the second is told that it is next; or nobody has it. */
    private void handOn() {
        changed |= tenancy != null || !line.isEmpty();
        tenancy = null;
        if (!line.isEmpty()) {
            QueuedClaim first = line.removeFirst();
            long lease = Math.min(claimTime, micros(first.lease()));
            messages.add(Message.granted(give(first, lease), first.secret()));
            tellNext(lease);
        }
    }

    private void tellNext(long lease) {
        if (!line.isEmpty()) {
            messages.add(Message.next(name(), line.first().id(), Duration.of(lease, ChronoUnit.MICROS)));
        }
    }

    private Grant give(QueuedClaim claim, long lease) {
        long first = Math.max(lastToken + 1, now);
        lastToken = first + claim.tokens() - 1;
        changed = true;
        Tenancy given = new Tenancy(claim.id(), claim.holder(), now, now + lease, first, lastToken);
        tenancy = given;
        withdrawn.remove(Withdrawn.recallOf(claim.id())); // Of an earlier grant of the same claim.
        return grant(given);
    }

    private Grant grant(Tenancy given) {
        return new Grant(
                name(),
                given.claim(),
                new Tokens(given.firstToken(), given.lastToken()),
                new Remaining(MICROSECONDS.toNanos(given.ends() - now), MICROSECONDS.toNanos(now)),
                !line.isEmpty());
    }

    private Duration left(Tenancy holding) {
        return Duration.of(holding.ends() - now, ChronoUnit.MICROS);
    }

    /**
     * The first in line asks when the lease before it ends; each of those behind when those before it have had the claim
     * time then. They are not told of a release, so the further in front they stand, the more often they ask.
     */
    private long recheck(Claim claim, int place, Tenancy holding) {
        long longest = Math.min(micros(claim.lease()), LONGEST_RECHECK);
        long turn = holding.ends() - now + place * claimTime;
        return Math.min(turn, place == 0 ? longest : Math.min(longest, (place + 1) * claimTime));
    }

    /** At most so much that no time is longer than a number of nanoseconds can be. */
    static long micros(Duration duration) {
        return NANOSECONDS.toMicros((duration.compareTo(LONGEST) > 0 ? LONGEST : duration).toNanos());
    }
}
