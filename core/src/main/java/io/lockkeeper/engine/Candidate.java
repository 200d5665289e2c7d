package io.lockkeeper.engine;

import io.lockkeeper.Candidacy;
import io.lockkeeper.ClientClosedException;
import io.lockkeeper.Lease;
import io.lockkeeper.Term;
import io.lockkeeper.engine.CandidateState.Closed;
import io.lockkeeper.engine.CandidateState.Contending;
import io.lockkeeper.engine.CandidateState.Leading;
import io.lockkeeper.engine.CandidateState.Pausing;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A candidate: the one place where its {@link CandidateState} changes. Waits for the lock, has the work done on a thread of its own,
 * gives the lock back, pauses, and begins again, whatever fails. The lock is never given back while the work runs, unless the
 * time of {@link #close} is over; so neither does one candidate ever do its work twice at a time.
 */
final class Candidate implements Candidacy {

    private final Campaign campaign;
    private final Runnable forget;
    private final AtomicReference<CandidateState> state = new AtomicReference<>(Pausing.PAUSING);
    private volatile int failures;

    /**
     * A candidate that does not stand yet.
     *
     * @param forget called once when it is closed and its work has returned
     */
    Candidate(Campaign campaign, Runnable forget) {
        this.campaign = campaign;
        this.forget = forget;
    }

    /** Stands, on the timer's thread: that exists from now on, so that no later pause needs a new one. */
    void stand() {
        campaign.client().context().after(0, this::contend);
    }

    private void contend() {
        try {
            Contending contending = new Contending();
            if (state.compareAndSet(Pausing.PAUSING, contending)) { // Else closed.
                ask(contending);
            }
        } catch (Throwable failure) { // Errors too, here and below: memory may be short, and the candidate must go on.
            pause();
            Log.get().error("A candidate for '{}' cannot ask for the lock; it tries again.", campaign.name(), failure);
        }
    }

    private void ask(Contending contending) {
        try {
            CompletableFuture<Lease> asked = campaign.ask();
            contending.asked(asked);
            if (state.get() != contending) {
                contending.cancel(); // Closed meanwhile, perhaps before there was anything to cancel.
            }
            CompletableFuture<Void> unused = asked.handle((lease, failure) -> {
                answered(contending, lease, failure);
                return null;
            });
        } catch (Throwable failure) {
            contending.cancel(); // It would be granted to nobody.
            failed(contending, contending.granted(), failure);
        }
    }

    private void answered(Contending contending, @Nullable Lease lease, @Nullable Throwable failure) {
        if (lease == null) {
            failed(contending, null, failure);
            return;
        }
        Leading leading;
        try {
            leading = new Leading(new EngineTerm(lease));
        } catch (Throwable noMemory) {
            failed(contending, lease, noMemory);
            return;
        }
        if (!state.compareAndSet(contending, leading)) {
            CompletableFuture<Void> unused = Campaign.giveBack(lease, EngineTerm.End.GIVEN_UP);
            return;
        }
        try {
            campaign.start(() -> lead(leading));
        } catch (Throwable noThread) {
            over(leading, noThread);
        }
    }

    /** What was asked for was refused, or what was granted cannot be made use of. */
    private void failed(Contending contending, @Nullable Lease granted, @Nullable Throwable failure) {
        if (granted != null) {
            CompletableFuture<Void> unused = Campaign.giveBack(granted, EngineTerm.End.GIVEN_UP);
        }
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof ClientClosedException) {
            close();
        } else if (pauseAfter(contending, true)) {
            complain("The lock '{}' cannot be asked for; the candidate asks again.", cause);
        }
    }

    /** On the thread of the work. */
    private void lead(Leading leading) {
        Throwable failure = null;
        try {
            LeaseHandle.interruptOnLoss(leading.term().lease(), Thread.currentThread());
            if (leading.begin()) {
                campaign.work().lead(leading.term());
            }
        } catch (Throwable thrown) { // Errors too: an assertion in the work must not end the candidate.
            failure = thrown;
        }
        over(leading, failure);
        boolean unused =
                Thread.interrupted(); // By the loss or the close, which are over; the thread may be used again.
    }

    /** The work has returned, or never began. */
    private void over(Leading leading, @Nullable Throwable failure) {
        leading.returned();
        boolean failed = failure != null && !leading.wasTold();
        leading.end(EngineTerm.End.GIVEN_UP);
        CompletableFuture<Void> released =
                Campaign.giveBack(leading.term().lease(), leading.term().end());
        try {
            CompletableFuture<Void> unused =
                    released.whenComplete((nothing, never) -> leading.over().complete(null));
        } catch (Throwable noMemory) { // Then who closes it does not wait for the release.
            leading.over().complete(null);
        }
        boolean unused = pauseAfter(leading, failed);
        if (failed) {
            complain("The work of the leader '{}' failed; the candidate stands again.", failure);
        } else if (failure != null) {
            Log.get().debug("The work of the leader '{}' was ended, by an exception.", campaign.name(), failure);
        }
    }

    /** Pauses, longer the more failed in a row. False if it is closed. */
    private boolean pauseAfter(CandidateState before, boolean failed) {
        if (!state.compareAndSet(before, Pausing.PAUSING)) {
            return false;
        }
        failures = failed ? failures + 1 : 0;
        pause();
        return true;
    }

    /**
     * Contends after a pause. If the timer fails, for lack of memory say, this thread waits until it does not: without timer the client
     * can't renew its leases either, so it does not matter if the thread is the store's.
     */
    private void pause() {
        boolean interrupted = false;
        while (state.get() == Pausing.PAUSING) {
            try {
                campaign.after(failures, this::contend);
                break;
            } catch (Throwable noTimer) {
                interrupted |= Waits.forMemory();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Less often the longer it goes on. */
    private void complain(String message, @Nullable Throwable failure) {
        if (Integer.bitCount(failures) == 1) {
            Log.get().warn(message, campaign.name(), failure);
        }
    }

    @Override
    public boolean isLeading() {
        return term().isPresent();
    }

    @Override
    public Optional<Term> term() {
        return state.get() instanceof Leading leading && leading.term().isCurrent()
                ? Optional.of(leading.term())
                : Optional.empty();
    }

    @Override
    public void close() {
        Leading last = leave(EngineTerm.End.GIVEN_UP);
        if (last == null || last.isOwn()) {
            return;
        }
        if (Waits.uninterruptibly(last.over(), Waits.FOR_OTHERS, campaign.client()::now)) {
            return;
        }
        if (last.hasReturned()) {
            Log.get().warn("The release of the leader's lock '{}' is not answered; it is repeated.", campaign.name());
            return;
        }
        Log.get()
                .warn(
                        last.term().lease().isHeld()
                                ? "The work of the leader '{}' does not return; its lock is released all the same."
                                : "The work of the leader '{}' does not return; its lock is not held any more.",
                        campaign.name());
        CompletableFuture<Void> unused = Campaign.giveBack(last.term().lease(), EngineTerm.End.GIVEN_UP);
    }

    /** The client closes. What is waited for: the lead whose work has not returned, unless it is the work that closes the client. */
    @Nullable
    Leading closeWithClient() {
        Leading last = leave(EngineTerm.End.CLIENT_CLOSED);
        if (last != null && last.isOwn()) {
            LeaseHandle.closeWithClient(last.term().lease());
            return null;
        }
        return last;
    }

    /** Whether the calling thread does its work. */
    boolean isOwn() {
        CandidateState now = state.get();
        Leading last = now instanceof Closed closed ? closed.last() : now instanceof Leading leading ? leading : null;
        return last != null && last.isOwn();
    }

    /** Stands no more. The lead that is thereby given up, now or by an earlier call. */
    private @Nullable Leading leave(EngineTerm.End end) {
        while (true) {
            CandidateState now = state.get();
            if (now instanceof Closed closed) {
                return closed.last();
            }
            Leading last = now instanceof Leading leading ? leading : null;
            if (state.compareAndSet(now, new Closed(last))) {
                if (now instanceof Contending contending) {
                    contending.cancel();
                }
                if (last == null) {
                    forget.run();
                } else {
                    last.end(end);
                    CompletableFuture<Void> unused =
                            last.over().thenRun(forget); // Who closes the client waits for it, too.
                }
                return last;
            }
        }
    }

    @Override
    public String toString() {
        return "Candidacy[" + campaign.name() + (isLeading() ? ", leading" : "") + "]";
    }
}
