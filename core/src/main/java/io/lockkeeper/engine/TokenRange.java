package io.lockkeeper.engine;

/** How many fencing tokens a claim asks for: each local hand-over needs one. */
final class TokenRange {

    /** When one local thread waits: others may come while it holds, and inherit. */
    private static final int FEW = 16;

    /** When more wait. */
    private static final int MANY = 32;

    /**
     * At most, after smaller ranges were used up: twice as many each time.
     *
     * <p>A store whose tokens follow its clock, so that they grow although its data is lost, must not be ahead of that
     * clock for long. A hand-over takes more than the microsecond that a token stands for; so who asks for so many has just
     * let the clock move on by half as many, and at the worst the tokens are a millisecond ahead.
     */
    private static final int MOST = 1024;

    private TokenRange() {}

    /** How many to ask for on behalf of so many waiters, if {@link #after} advised so many. */
    static int of(int advised, int waiting) {
        return Math.max(advised, waiting > 1 ? MANY : FEW);
    }

    /** How many the next claim may need, by what a tenure used; 0 if nothing is known. */
    static int after(Tenure past) {
        return past.isUsedUp() ? Math.min(MOST, 2 * past.range()) : 0;
    }
}
