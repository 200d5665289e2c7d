package io.lockkeeper.idempotency.engine;

import io.lockkeeper.idempotency.AttemptLostException;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotentAction;
import io.lockkeeper.idempotency.LeasedAttempt;
import io.lockkeeper.idempotency.OutcomeCodec;
import io.lockkeeper.idempotency.store.ChangeAnswer;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.LeaseRenewal;
import io.lockkeeper.idempotency.store.OutcomeFormat;
import io.lockkeeper.idempotency.store.OutcomeFormat.Stored;
import io.lockkeeper.idempotency.store.Ownership;
import io.lockkeeper.idempotency.store.RecoveryPoint;
import io.lockkeeper.idempotency.store.UnreadableOutcomeException;
import io.lockkeeper.time.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** An attempt that owns its key by a lease. Its deadline is counted from before the request that set it. */
final class LiveAttempt implements LeasedAttempt {

    private final Ownership ownership;
    private final ClaimAnswer.Granted granted;
    private final IdempotencyOptions options;
    private final Ties ties;
    private final AtomicLong deadline;
    private final Map<String, byte[]> points = new ConcurrentHashMap<>();

    private final Object guard = new Object();
    private final List<Runnable> listeners = new ArrayList<>();
    private volatile Runnable atLoss = () -> {};
    private volatile boolean lost;
    private volatile boolean ending;
    private volatile boolean unreadable;

    LiveAttempt(Ownership ownership, ClaimAnswer.Granted granted, IdempotencyOptions options, long sent, Ties ties) {
        this.ownership = ownership;
        this.granted = granted;
        this.options = options;
        this.ties = ties;
        this.deadline = new AtomicLong(sent + exact(granted.remaining().toNanos()));
        granted.points().forEach(point -> points.put(point.step(), point.value()));
    }

    /** What an attempt needs of the engine. */
    interface Ties {

        Ticker ticker();

        /** Stores a recovery point and waits for the answer; uninterruptible. */
        ChangeAnswer note(Ownership owned, RecoveryPoint point);

        /** Runs listeners, which are the user's, on a thread that is. */
        void call(Runnable listener);

        /** Tells the listeners of events. */
        void lost(LiveAttempt attempt);
    }

    /** A thousandth less, for clocks that do not run alike. */
    private static long exact(long nanos) {
        return nanos - nanos / 1_000;
    }

    Ownership ownership() {
        return ownership;
    }

    LeaseRenewal renewal() {
        return new LeaseRenewal(ownership, options.lease(), options.retention());
    }

    long leaseNanos() {
        return options.lease().toNanos();
    }

    /** When a third of the lease is over, by the deadline: the answer to the claim may have been under way for long. */
    long firstRenewal() {
        return deadline.get() - leaseNanos() / 3 * 2;
    }

    /** Its end is sent to the store from now on: it is lost if the answer to that says so, whatever is renewed meanwhile. */
    void ending() {
        ending = true;
    }

    /** Whether a recovery point could not be read: what it stands for was done, and would be done again if the key were free. */
    boolean isUnreadable() {
        return unreadable;
    }

    boolean isEnding() {
        return ending;
    }

    void renewedFrom(long sent) {
        long later = sent + exact(leaseNanos());
        deadline.updateAndGet(known -> later - known > 0 ? later : known);
    }

    /** What the engine does first at a loss, on the thread that finds it; it does not block. */
    void atLoss(Runnable first) {
        atLoss = first;
    }

    /** The store said that the key is another's. */
    void lost() {
        List<Runnable> called;
        synchronized (guard) {
            if (lost) {
                return;
            }
            lost = true;
            called = List.copyOf(listeners);
            listeners.clear();
        }
        atLoss.run();
        ties.lost(this);
        called.forEach(ties::call);
    }

    @Override
    public IdempotencyKey key() {
        return ownership.key();
    }

    @Override
    public long token() {
        return ownership.token();
    }

    @Override
    public int number() {
        return granted.number();
    }

    @Override
    public boolean isOwner() {
        return !lost && deadline.get() - ties.ticker().nanos() > 0;
    }

    @Override
    public Duration remaining() {
        return lost
                ? Duration.ZERO
                : Duration.ofNanos(Math.max(0, deadline.get() - ties.ticker().nanos()));
    }

    @Override
    public void onLost(Runnable listener) {
        synchronized (guard) {
            if (!lost) {
                listeners.add(listener);
                return;
            }
        }
        ties.call(listener);
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T step(
            String step, OutcomeCodec<T> codec, IdempotentAction<T, E> action) throws E {
        if (step.isEmpty() || step.length() > 100 || !step.chars().allMatch(c -> c >= ' ' && c < 0x7f)) {
            throw new IllegalArgumentException("A step's name must have 1 to 100 characters of printable ASCII");
        }
        byte[] known = points.get(step);
        if (known != null) {
            return decoded(known, codec);
        }
        ensureOwner();
        T value = action.run(this);
        byte[] bytes = OutcomeFormat.encode(new Stored.Value(codec.encode(value)));
        if (ties.note(ownership, new RecoveryPoint(step, bytes)) == ChangeAnswer.LOST) {
            if (!ending) {
                lost();
            }
            throw new AttemptLostException(key(), token());
        }
        points.put(step, bytes);
        return value;
    }

    private <T extends @Nullable Object> T decoded(byte[] bytes, OutcomeCodec<T> codec) {
        try {
            if (OutcomeFormat.decode(bytes) instanceof Stored.Value value) {
                return codec.decode(value.value());
            }
            throw new UnreadableOutcomeException("The recovery point is no value", null);
        } catch (RuntimeException | Error e) {
            unreadable = true;
            throw e;
        }
    }
}
