package io.lockkeeper.memcached;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The claims that are wanted no more, and those whose answer was lost.
 *
 * <p>memcached has no place to keep a withdrawal for a claim that arrives later. On one connection none does, for requests
 * arrive in the order of their sending, and this store sends no claim that was withdrawn. But a connection that broke may
 * have left one behind in a server that stood still, or on its way, and it is served when the server goes on, by then
 * perhaps after the withdrawal. So where a claim went out that was never answered, its withdrawal is repeated, later and
 * later, until its lease would have ended by itself; counted from the last repetition that was not answered, for until
 * then the server may have stood still.
 */
final class Withdrawals {

    private static final Duration FIRST_LOOK = Duration.ofSeconds(1);

    private final Link link;
    private final Releases releases;
    private final Recent<ClaimId, Boolean> withdrawn = new Recent<>();
    private final Recent<ClaimId, Duration> unanswered = new Recent<>();

    Withdrawals(Link link, Releases releases) {
        this.link = link;
        this.releases = releases;
    }

    /** Whether a claim was withdrawn. */
    boolean refuses(ClaimId claim) {
        return withdrawn.contains(claim);
    }

    /** Whether an attempt of this claim may have been carried out without our knowledge. */
    boolean isUnanswered(ClaimId claim) {
        return unanswered.contains(claim);
    }

    /** Takes note of how an attempt failed, if it did. */
    synchronized void noteIfUnanswered(Claim claim, @Nullable Throwable failure) {
        if (failure == null
                || !(Failures.unwrap(failure) instanceof StoreUnavailableException unavailable)
                || !unavailable.outcomeUnknown()) {
            return;
        }
        if (withdrawn.contains(claim.id())) {
            lookAgain(claim, claim.lease());
        } else {
            unanswered.put(claim.id(), claim.lease());
        }
    }

    /** Takes note of whether the item of a claim that was withdrawn may be left. */
    void lookAgainIfFailed(Claim claim, @Nullable Throwable failure) {
        if (failure != null) {
            lookAgain(claim, claim.lease());
        }
    }

    CompletableFuture<Boolean> withdraw(Claim claim, boolean outcomeUnknown) {
        if (outcomeUnknown) {
            refuse(claim);
        }
        return releases.release(claim.name(), claim.id());
    }

    private synchronized void refuse(Claim claim) {
        withdrawn.put(claim.id(), true);
        Duration lease = unanswered.get(claim.id());
        if (lease != null) {
            unanswered.remove(claim.id());
            lookAgain(claim, lease);
        }
    }

    private void lookAgain(Claim claim, Duration lease) {
        lookAgain(claim, lease, FIRST_LOOK, lease);
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    private void lookAgain(Claim claim, Duration lease, Duration pause, Duration left) {
        if (!left.isNegative() && !link.isClosed()) {
            link.pause(pause.toNanos())
                    .thenCompose(over -> releases.release(claim.name(), claim.id()))
                    .whenComplete((deleted, failure) -> {
                        if (failure != null && !Failures.isAnswer(failure)) {
                            lookAgain(claim, lease);
                        } else {
                            lookAgain(claim, lease, pause.multipliedBy(2), left.minus(pause));
                        }
                    });
        }
    }
}
