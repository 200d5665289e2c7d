package io.lockkeeper;

import java.time.Instant;

/**
 * When and why a lease was lost.
 *
 * @param name the lock's name
 * @param token the fencing token of the lost lease
 * @param reason why it was lost
 * @param when when this process learned of the loss, by its own wall clock
 */
public record LeaseLoss(String name, long token, Reason reason, Instant when) {

    /** Why a lease was lost. */
    public enum Reason {
        /** The deadline passed: a fixed lease ended, the store could not be reached, or the process was paused. */
        EXPIRED("its deadline passed before it was renewed or released"),
        /**
         * The lease no longer existed in the store: it was deleted, flushed, evicted or released by force, or another client
         * holds the lock.
         */
        GONE(
                "the store no longer had it: it was deleted, flushed, evicted, released by force or granted to another client"),
        /** The lock was released by force, see {@link ForceRelease}, and the store told this client of that. */
        REVOKED("someone released it by force"),
        /** The client was closed. */
        CLOSED("its client was closed");

        private final String sentence;

        Reason(String sentence) {
            this.sentence = sentence;
        }

        /**
         * Returns the reason in words.
         *
         * @return a clause without a final period
         */
        public String sentence() {
            return sentence;
        }
    }
}
