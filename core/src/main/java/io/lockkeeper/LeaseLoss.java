package io.lockkeeper;

import java.time.Instant;

/**
 * The story of a lost lease.
 *
 * @param name the lock's name
 * @param token the fencing token of the lost lease
 * @param reason why it was lost
 * @param when when this process learnt of it, by its own wall clock
 */
public record LeaseLoss(String name, long token, Reason reason, Instant when) {

    /** Why a lease was lost. */
    public enum Reason {
        /** The deadline passed: a fixed lease ended, the store could not be reached, or the process was paused. */
        EXPIRED("its deadline passed before it was renewed or released"),
        /** The store no longer had it: deleted, flushed or evicted, or given to another. */
        GONE("the store no longer had it: it was deleted, flushed, evicted or given to another"),
        /** Someone took it away with {@link ForceRelease}. */
        REVOKED("someone released it by force"),
        /** The client was closed. */
        CLOSED("its client was closed");

        private final String sentence;

        Reason(String sentence) {
            this.sentence = sentence;
        }

        /**
         * The reason in words.
         *
         * @return half a sentence
         */
        public String sentence() {
            return sentence;
        }
    }
}
