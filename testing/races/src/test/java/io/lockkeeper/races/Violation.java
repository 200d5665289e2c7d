package io.lockkeeper.races;

/**
 * A promise that was broken.
 *
 * @param promise which one
 * @param position where in the history it was seen
 * @param sentence what happened
 */
record Violation(Promise promise, int position, String sentence) {

    /** What a race relies upon. */
    enum Promise {
        /** The counter counts every increment that it took. */
        EXACT,
        /** No two holders have the same token. */
        TOKENS_UNIQUE,
        /** Who asks for the lock gets a greater token than all that acted before. */
        TOKENS_INCREASE,
        /** A lease that is current by its holder's word is the only one. */
        ONE_HOLDER,
        /** Nothing happens in a worker that a user would not expect. */
        NO_SURPRISE,
        /** Once nothing is broken any more, every thread goes on. */
        GOES_ON
    }
}
