package io.lockkeeper.contract;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.GrantPush;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/** A listener that remembers what it was told, in order. Safe for use by many threads. */
public final class RecordedSignals implements GrantPush.Signals {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition more = lock.newCondition();
    private final List<Signal> signals = new ArrayList<>();

    /** Nothing heard yet. */
    public RecordedSignals() {}

    @Override
    public void granted(Grant grant, long secret) {
        record(new Signal.Granted(grant, secret));
    }

    @Override
    public void free(String name) {
        record(new Signal.Free(name));
    }

    @Override
    public void contended(String name) {
        record(new Signal.Contended(name));
    }

    @Override
    public void lost(String name, ClaimId claim, LeaseLoss.Reason reason) {
        record(new Signal.Lost(name, claim, reason));
    }

    @Override
    public void mayBeLost(String name, ClaimId claim, LeaseLoss.Reason reason) {
        record(new Signal.MayBeLost(name, claim, reason));
    }

    @Override
    public void mayBeRecalled(String name, ClaimId claim) {
        record(new Signal.MayBeRecalled(name, claim));
    }

    @Override
    public void missed() {
        record(new Signal.Missed());
    }

    /**
     * What was heard so far.
     *
     * @return a snapshot, in order
     */
    public List<Signal> heard() {
        lock.lock();
        try {
            return List.copyOf(signals);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until a signal has been heard, now or earlier.
     *
     * @param patience how long
     * @param wanted which signal
     * @return the first such signal; empty if patience ended
     */
    public Optional<Signal> await(Duration patience, Predicate<Signal> wanted) {
        long left = patience.toNanos();
        lock.lock();
        try {
            while (true) {
                Optional<Signal> found = signals.stream().filter(wanted).findFirst();
                if (found.isPresent() || left <= 0) {
                    return found;
                }
                left = more.awaitNanos(left);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError("The test was interrupted.", interrupted);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for the grant of a queued claim that shows the claim's {@linkplain Contender#secret secret}.
     *
     * @param patience how long
     * @param claim the claim
     * @return the grant; empty if patience ended
     */
    public Optional<Grant> awaitGrant(Duration patience, ClaimId claim) {
        return await(
                        patience,
                        signal -> signal instanceof Signal.Granted granted
                                && granted.grant().claim().equals(claim)
                                && granted.secret() == Contender.secret(claim))
                .map(signal -> ((Signal.Granted) signal).grant());
    }

    private void record(Signal signal) {
        lock.lock();
        try {
            signals.add(signal);
            more.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
