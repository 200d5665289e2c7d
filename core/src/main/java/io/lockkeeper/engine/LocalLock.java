package io.lockkeeper.engine;

import io.lockkeeper.ClientClosedException;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One lock as this client knows it: the doors to its {@link LockMachine} for waiters and for what the store says unasked.
 * {@link HeldLock} has those for holders.
 */
final class LocalLock {

    private final String name;
    private final Context context;
    private final LocalLocks client;
    private final Guard guard = new Guard();
    private final LockMachine machine;

    LocalLock(String name, Context context, LocalLocks client) {
        this.name = name;
        this.context = context;
        this.client = client;
        this.machine = new LockMachine(name, context, client, guard);
    }

    String name() {
        return name;
    }

    Context context() {
        return context;
    }

    /** The doors for holders. */
    HeldLock held() {
        return new HeldLock(name, context, guard, machine, client.renewer());
    }

    /** Closes a holding and leaves its tenure to expire, which nobody waits for. The loss, if it was lost before. */
    @Nullable
    LeaseLoss letExpire(Hold hold) {
        LeaseLoss loss = held().letExpire(hold);
        if (holdings().areLeft()) {
            client.left();
        }
        return loss;
    }

    /** The doors for recalls. */
    HeldRecall recalls() {
        return new HeldRecall(held(), client.push());
    }

    /** The doors for its renewal. */
    HeldRenewal renewal() {
        return new HeldRenewal(held(), recalls());
    }

    /** Who holds it in this process, if anybody does. May be read by anybody at any time. */
    Holdings holdings() {
        return machine.holdings();
    }

    // ---- for waiters -------------------------------------------------------------------------------

    /** Lets a waiter wait. False if this object was retired and the name has another by now. */
    boolean join(Waiter waiter) {
        guard.enter();
        try {
            if (machine.isRetired() && !client.revive(this)) {
                return false;
            }
            machine.revive();
            held().loseIfExpired();
            if (client.closed()) {
                machine.waiters().answer(waiter, new Answer.Failed(new ClientClosedException(name)));
                machine.proceed();
            } else if (waiter.mayWait() || machine.mayAskAtOnce()) {
                machine.add(waiter);
                startTimeOf(waiter);
            } else {
                machine.waiters().answer(waiter, machine.inVain());
            }
            return true;
        } catch (Throwable unexpected) { // No memory, say: nobody would take what is granted.
            boolean unused = machine.waiters().remove(waiter);
            throw unexpected;
        } finally {
            guard.leave();
        }
    }

    private void startTimeOf(Waiter waiter) {
        Duration wait = waiter.options().maxWait().orElse(null);
        if (wait == null || !waiter.mayWait()) {
            return;
        }
        long end = waiter.since() + Nanos.of(wait);
        // After the transition, so that a lock that is free costs no timer.
        guard.then(() -> guard.run(() -> {
            if (!waiter.hasLeft()) {
                waiter.timeout(context.after(end - context.now(), () -> guard.run(() -> timedOut(waiter))));
            }
        }));
    }

    private void timedOut(Waiter waiter) {
        if (machine.isUnknown()) {
            machine.waiters().hurry(waiter); // The store's first answer is the one that it gets, as by tryLock().
            machine.dismissLater(waiter);
        } else {
            machine.remove(waiter, machine.inVain());
        }
    }

    /**
     * Lets a waiter leave. Its farewell follows when the store has nothing of its claim any more, or did not answer.
     * Does nothing if its answer was given already.
     */
    void leave(Waiter waiter, Answer farewell) {
        guard.run(() -> machine.remove(waiter, farewell));
    }

    /** How many wait: who has left, too, until it is told. */
    int waiting() {
        guard.enter();
        try {
            return machine.waiters().unanswered();
        } finally {
            guard.leave();
        }
    }

    /** The client is about to close: wakes who waits; who holds has time to finish. */
    void endWaits() {
        guard.run(() -> {
            machine.waiters().answerAll(new Answer.Failed(new ClientClosedException(name)));
            if (machine.holdings().isEmpty()) {
                machine.claims().giveUp();
            }
        });
    }

    /** The client closes: wakes who waits, tells who holds, gives everything back. */
    void close() {
        guard.run(() -> {
            machine.waiters().answerAll(new Answer.Failed(new ClientClosedException(name)));
            if (machine.holdings().isEmpty()) {
                machine.claims().giveUp();
            } else {
                held().close();
            }
        });
    }

    // ---- for what the store says unasked -----------------------------------------------------------

    /** A grant was pushed. Whether it was wanted, or is known. */
    boolean granted(Grant grant, long received) {
        guard.enter();
        try {
            Attempt attempt = machine.claims().cycle().attempt();
            if (attempt == null || !attempt.is(grant.claim())) {
                return machine.holdings().has(grant.claim())
                        || machine.claims().cycle().isWithdrawing(grant.claim());
            }
            machine.claims().pushed(attempt, grant, received);
            return true;
        } finally {
            guard.leave();
        }
    }

    /** The lock may be free, or it is time to ask. */
    void recheck() {
        guard.run(machine.claims()::ask);
    }

    /** Others wait in the store. */
    void contended() {
        guard.run(() -> {
            Attempt attempt = machine.claims().cycle().attempt();
            if (attempt != null) {
                attempt.heardContended(); // Its grant may be on its way.
            }
            machine.holdings().contended();
        });
    }

    /** Something may have been missed. */
    void missed() {
        contended();
        recheck();
        recalls().missed();
    }

    /** The store took a grant away; or a message says so, and the store is to be asked. */
    void lost(ClaimId claim, LeaseLoss.Reason reason, boolean certain) {
        guard.run(() -> {
            Attempt attempt = machine.claims().cycle().attempt();
            if (attempt != null && attempt.is(claim) && certain) {
                machine.claims().lost(attempt); // Its grant may be on its way.
            } else if (attempt != null && attempt.is(claim)) {
                attempt.suspect(reason);
            } else {
                held().lost(claim, reason, certain);
            }
        });
    }
}
