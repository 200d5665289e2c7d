package io.lockkeeper.store;

import io.lockkeeper.LeaseLoss;
import java.util.concurrent.CompletionStage;

/** The capability of a store that tells clients what happened without being asked. */
public interface GrantPush {

    /**
     * Begins to listen. Called once a client, before its first claim that may queue; the store opens
     * what it needs only now.
     *
     * @param client the client's id, as in {@link ClaimId#client()}
     * @param signals told from now on, on a thread that must not be blocked
     * @return completes when nothing can be missed any more; may be called again after a failure
     */
    CompletionStage<Void> listen(String client, Signals signals);

    /** What a store tells a client. Unknown names and claims are ignored. */
    interface Signals {

        /**
         * A queued claim was granted. Its lease may be a short claim time, which the engine extends.
         *
         * @param grant the grant
         * @param secret the claim's {@linkplain Claim#pushSecret() secret}: a grant that shows another is ignored
         */
        void granted(Grant grant, long secret);

        /**
         * A waited-for lock may be free: asking again makes sense.
         *
         * @param name the lock's name
         */
        void free(String name);

        /**
         * A claim of another client queued behind a grant of this one.
         *
         * @param name the lock's name
         */
        void contended(String name);

        /**
         * A grant was taken away, as this side of the store found out for itself: by reading the store, or by the end
         * of its own session.
         *
         * @param name the lock's name
         * @param claim the claim that was granted
         * @param reason why
         */
        void lost(String name, ClaimId claim, LeaseLoss.Reason reason);

        /**
         * A message says that a grant was taken away. Anybody may have sent it: it is believed when a renewal has
         * confirmed it.
         *
         * @param name the lock's name
         * @param claim the claim that was granted
         * @param reason why, if it is true
         */
        void mayBeLost(String name, ClaimId claim, LeaseLoss.Reason reason);

        /** Signals may have been missed: every claim that waits is sent again. */
        void missed();
    }
}
