package io.lockkeeper.store;

import io.lockkeeper.LeaseLoss;
import java.util.concurrent.CompletionStage;

/** The capability of a store to send signals to its clients. */
public interface GrantPush {

    /**
     * Starts to listen. Called once per client, before its first claim that may queue. The store opens
     * the connections for it only now.
     *
     * @param client the client's id, as in {@link ClaimId#client()}
     * @param signals receives the signals from now on, on a thread that must not be blocked
     * @return completes when no signal can be missed any more; may be called again after a failure
     */
    CompletionStage<Void> listen(String client, Signals signals);

    /** The signals from a store to a client. Unknown names and claims are ignored. */
    interface Signals {

        /**
         * A queued claim was granted. Its lease may be a short claim time, which the engine extends.
         *
         * @param grant the grant
         * @param secret the claim's {@linkplain Claim#pushSecret() secret}: a grant with another secret is ignored
         */
        void granted(Grant grant, long secret);

        /**
         * A lock with waiters may be free: the claim is sent again.
         *
         * @param name the lock's name
         */
        void free(String name);

        /**
         * A claim of another client has queued behind a grant of this client.
         *
         * @param name the lock's name
         */
        void contended(String name);

        /**
         * A grant was lost, which this client has verified: by reading the store, or by the end of its own
         * session.
         *
         * @param name the lock's name
         * @param claim the claim that was granted
         * @param reason the reason
         */
        void lost(String name, ClaimId claim, LeaseLoss.Reason reason);

        /**
         * A message says that a grant was lost. The message may be forged, so a renewal must confirm the
         * loss.
         *
         * @param name the lock's name
         * @param claim the claim that was granted
         * @param reason the reason if the loss is confirmed
         */
        void mayBeLost(String name, ClaimId claim, LeaseLoss.Reason reason);

        /**
         * A message says that the holder of a grant is asked to release it. The message may be forged, so the store is
         * asked whether it is so.
         *
         * @param name the lock's name
         * @param claim the claim that was granted
         */
        void mayBeRecalled(String name, ClaimId claim);

        /** Signals may have been missed: every claim that waits is sent again. */
        void missed();
    }
}
