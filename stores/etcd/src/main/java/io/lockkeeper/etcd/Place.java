package io.lockkeeper.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.Event.EventType;
import io.etcd.jetcd.api.KeyValue;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.etcd.Watches.Watch;
import io.lockkeeper.etcd.Watches.Watcher;
import io.lockkeeper.sessions.RevisionTokens;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.GrantPush.Signals;
import io.lockkeeper.store.Remaining;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A claim's place in the line of its lock, as this side knows it: a key that lives as long as the session.
 *
 * <pre>
 *   NEW ──▶ WAITING ── first in line ──▶ HOLDING ──▶ GONE: released, withdrawn, lost
 *    │         └────── withdrawn, lost ──────│──────────▲
 *    └──────────── first in line ────────────▲
 * </pre>
 *
 * <p>Who waits watches the place before it, and nothing else. When that is gone, for whatever reason, it looks which one is
 * before it now; if none is, it holds the lock. Who holds watches for those who come behind it, if the lock is not let go
 * at once: see {@link Patrol}.
 */
final class Place implements Watcher {

    private final Line line;
    private final Session session;
    private final Claim claim;
    private final ByteString key;
    private final long created;
    private State state = State.NEW;
    private long revision;
    private boolean contended;
    private @Nullable Watch watch;
    private @Nullable Watch recall;
    private @Nullable ByteString predecessor;

    private enum State {
        NEW,
        WAITING,
        HOLDING,
        GONE
    }

    Place(Line line, Session session, Claim claim, ByteString key, long created) {
        this.line = line;
        this.session = session;
        this.claim = claim;
        this.key = key;
        this.created = created;
    }

    String lock() {
        return claim.name();
    }

    ClaimId claim() {
        return claim.id();
    }

    /** What the grant of its claim has to show when it is pushed. */
    long secret() {
        return claim.pushSecret();
    }

    ByteString key() {
        return key;
    }

    long created() {
        return created;
    }

    /** Whether a key is this place. One that somebody has put without the session's lease is not, although it was created then. */
    boolean is(KeyValue found) {
        return found.getCreateRevision() == created && found.getLease() == session.lease();
    }

    Session session() {
        return session;
    }

    synchronized boolean isHeld() {
        return state == State.HOLDING;
    }

    /** Waits for the place before it, if it is known, of which the server spoke at a revision. */
    synchronized void waitBehind(@Nullable ByteString before, long seen) {
        if (state == State.NEW || state == State.WAITING) {
            state = State.WAITING;
            if (before == null) {
                return; // It looks which one that is.
            }
            if (watch != null && before.equals(predecessor)) {
                return; // It has looked again though nothing has changed.
            }
            unwatch();
            predecessor = before;
            revision = seen;
            watch = line.notifications().watches().add(before, ByteString.EMPTY, this);
        }
    }

    /**
     * It is the first in line, as the server said at a revision. Whether it did not hold the lock before.
     *
     * @param others whether there are places behind it
     */
    synchronized boolean hold(boolean others, long seen) {
        contended |= others;
        if (state != State.NEW && state != State.WAITING) {
            return false;
        }
        unwatch();
        state = State.HOLDING;
        revision = seen;
        return true;
    }

    /** The lock is not held or waited for by it any more. */
    synchronized void leave() {
        unwatch();
        state = State.GONE;
    }

    /** The grant as it is now, or null if the session may be over, or the place is not held. */
    synchronized @Nullable Grant grant() {
        long left = Math.min(claim.lease().toNanos(), session.left());
        if (state != State.HOLDING || left <= 0) {
            return null;
        }
        return new Grant(
                lock(), claim(), RevisionTokens.of(created, claim), new Remaining(left, session.now()), contended);
    }

    /** Begins to watch for those who come behind it, if nobody has, and for somebody who takes its place away. */
    synchronized void watchBehind() {
        if (state == State.HOLDING && watch == null) {
            Watches watches = line.notifications().watches();
            watch = contended
                    ? watches.add(key, ByteString.EMPTY, this)
                    : watches.add(line.requests().from(lock()), line.requests().end(lock()), this);
        }
    }

    /**
     * Begins to watch the mark of its recall, if nobody has.
     *
     * @param seen the revision at which it was not there
     */
    synchronized void watchRecall(ByteString mark, long seen) {
        if (state == State.HOLDING && recall == null) {
            recall = line.notifications().watches().add(mark, ByteString.EMPTY, new RecallWatcher(this, seen));
        }
    }

    /**
     * What happened between the answer that told of its neighbours and the watch is looked at. One that waits looks in any
     * case: servers before 3.5.22 and 3.6.2 may take a write of this very moment for the past, and tell it up to 100 ms late.
     */
    @Override
    public void begun(long from) {
        boolean behind;
        synchronized (this) {
            behind = from > revision;
        }
        if (waits()) {
            line.lookBefore(this, 0);
        } else if (behind) {
            line.lookBehind(this);
        }
    }

    @Override
    public void changed(List<Event> events) {
        if (waits()) {
            line.lookBefore(this, events.get(events.size() - 1).getKv().getModRevision());
            return;
        }
        for (Event event : events) {
            KeyValue changed = event.getKv();
            if (changed.getKey().equals(key)) {
                // A member that lags behind still has to tell the end of the claim that had this key before.
                if (changed.getModRevision() > created && !is(changed)) {
                    taken();
                }
            } else if (event.getType() == EventType.PUT && Keys.isPlace(changed)) {
                seenOthers();
            }
        }
    }

    /** Others wait behind it. */
    void seenOthers() {
        if (isFirstOther()) {
            tell(signals -> signals.contended(lock()));
        }
    }

    /** Its key is not seen any more. Whether it waited: one that holds was granted since, or is {@linkplain #taken taken}. */
    synchronized boolean leaveIfItWaits() {
        if (state != State.WAITING) {
            return false;
        }
        leave();
        return true;
    }

    /** Somebody has deleted it, or taken its key. */
    void taken() {
        if (isHeld()) {
            session.remove(claim());
            lost(LeaseLoss.Reason.REVOKED);
        }
    }

    /** Its key is lost. Who holds by it is told. */
    void lost(LeaseLoss.Reason reason) {
        boolean held;
        synchronized (this) {
            held = state == State.HOLDING;
            leave();
        }
        line.slots().abandon(claim());
        if (held) {
            tell(signals -> signals.lost(lock(), claim(), reason));
        }
    }

    /** Tells its client something, if it listens. */
    void tell(Consumer<Signals> news) {
        line.notifications().listeners().tell(claim().client(), news);
    }

    /** Whether it waits for the place before it. */
    synchronized boolean waits() {
        return state == State.WAITING;
    }

    private synchronized boolean isFirstOther() {
        boolean first = state == State.HOLDING && !contended;
        contended |= first;
        return first;
    }

    private void unwatch() {
        if (watch != null) {
            watch.cancel();
            watch = null;
        }
        if (recall != null) {
            recall.cancel();
            recall = null;
        }
    }
}
