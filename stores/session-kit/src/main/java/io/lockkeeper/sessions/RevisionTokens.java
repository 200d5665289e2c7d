package io.lockkeeper.sessions;

import io.lockkeeper.Holding;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Tokens;
import org.jspecify.annotations.Nullable;

/**
 * Fencing tokens of a store that numbers its writes: the number of the write that created a claim's place, its revision,
 * and in the lowest 16 bits which of the grant's tokens it is.
 */
public final class RevisionTokens {

    private static final int BITS = 16;

    private RevisionTokens() {}

    /** Throws an {@link IllegalArgumentException} if a claim asks for more tokens than a revision has, or for none. */
    public static void check(Claim claim) {
        if (claim.tokens() < 1 || claim.tokens() > 1 << BITS) {
            throw new IllegalArgumentException(
                    "A claim asks for 1 to 65,536 fencing tokens; this one: " + claim.tokens());
        }
    }

    /** Returns as many tokens as a claim asks for, whose place a revision created. */
    public static Tokens of(long revision, Claim claim) {
        long first = first(revision);
        return new Tokens(first, first + claim.tokens() - 1);
    }

    /** Returns the first token of a revision. ZooKeeper's are too great for tokens after 32,768 leaders. */
    public static long first(long revision) {
        if (revision >>> (Long.SIZE - 1 - BITS) != 0) {
            throw new IllegalStateException("The revision " + revision
                    + " is too great for a fencing token; begin anew with servers that have no data.");
        }
        return revision << BITS;
    }

    /** Returns whether a holding is that of a place which a revision created; any is, if none is given. */
    public static boolean isOf(@Nullable Holding holding, long revision) {
        return holding == null || holding.token() == first(revision);
    }

    /** Returns the revision that a token belongs to. */
    public static long revision(long token) {
        return token >> BITS;
    }
}
