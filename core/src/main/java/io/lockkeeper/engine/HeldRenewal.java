package io.lockkeeper.engine;

import io.lockkeeper.LockEvent;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Renewal;
import java.time.Duration;
import java.util.List;

/**
 * One lock as the {@link Renewer} sees it.
 *
 * @param held the doors to what is held of it
 * @param recalls the doors for recalls, about which the store may have to be asked
 */
record HeldRenewal(HeldLock held, HeldRecall recalls) implements Renewable {

    /** What is asked for to learn whether the store has a lease still: it shortens nothing, and prolongs nothing. */
    private static final Duration CHECK = Duration.ofMillis(1);

    @Override
    public boolean isDue(long now) {
        held.guard().enter();
        try {
            Hold current = held.machine().holdings().current();
            return current != null && now >= current.tenure().renewal().at();
        } finally {
            held.guard().leave();
        }
    }

    @Override
    public long tick(long now, boolean othersAreDue, List<Due> batch) {
        held.guard().enter();
        try {
            held.loseIfExpired();
            Hold current = held.machine().holdings().current();
            if (current == null) {
                return Deadlines.NEVER;
            }
            Tenure tenure = current.tenure();
            if (othersAreDue && tenure.renewal().isNear(now)) {
                Duration lease = current.wantsRenewal() ? wanted(current, now) : CHECK;
                batch.add(new Due(this, tenure, new Renewal(tenure.grant(), lease)));
                tenure.renewal().sent(now);
                recalls.renewing(current);
            }
            return current.lookAt();
        } finally {
            held.guard().leave();
        }
    }

    /** What a renewal asks for. */
    private Duration wanted(Hold current, long now) {
        return held.context().grantable(Duration.ofNanos(current.renewsFor(now)));
    }

    @Override
    public void renewed(Tenure tenure, Grant grant, long sent, Duration lease) {
        held.guard().run(() -> {
            held.loseIfExpired(); // A renewal that is answered too late: the holder may know already.
            long now = held.context().now();
            Hold current = tenure.hold();
            if (current != null && current.wantsRenewal() && tenure.isLate(now)) {
                Duration remained = Duration.ofNanos(tenure.deadline() - now);
                held.context().observers().tell(new LockEvent.RenewedLate(held.name(), current.token(), remained));
            }
            if (current != null
                    && !lease.equals(CHECK)
                    && held.context().observers().wanted()) {
                Duration lag = Duration.ofNanos(tenure.renewal().lag(now));
                held.context().observers().tell(new LockEvent.Renewed(held.name(), current.token(), lag));
            }
            if (lease.equals(CHECK)) {
                tenure.checked(grant, sent);
            } else {
                long wanted = current == null ? 0 : wanted(current, now).toNanos();
                tenure.renewed(grant, sent, lease.toNanos(), wanted);
            }
            watch(tenure);
        });
    }

    @Override
    public void renewalLost(Tenure tenure) {
        held.guard().run(() -> {
            Hold current = tenure.hold();
            if (current != null) {
                held.machine().lose(current, tenure.whyGone());
            }
            tenure.renewalFailed(held.context().now(), 0);
        });
    }

    @Override
    public void renewalFailed(Tenure tenure, long mayLast) {
        held.guard().run(() -> {
            tenure.renewalFailed(held.context().now(), mayLast);
            watch(tenure);
        });
    }

    private void watch(Tenure tenure) {
        Hold current = tenure.hold();
        if (current != null) {
            held.renewer().watch(current.lookAt());
        }
    }
}
