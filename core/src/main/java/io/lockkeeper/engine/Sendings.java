package io.lockkeeper.engine;

import io.lockkeeper.store.Claim;
import org.jspecify.annotations.Nullable;

/**
 * The sendings of one claim that nobody has answered. While there are any, one may still arrive, even after
 * another was granted and that grant released; then it would be granted a second time, to nobody.
 */
final class Sendings {

    private final Claim claim;
    private int open;

    Sendings(Claim claim) {
        this.claim = claim;
    }

    void sent() {
        open++;
    }

    /** One was answered, or certainly never left. */
    void settled() {
        open--;
    }

    /** The claim, if it may still arrive. */
    @Nullable Claim late() {
        return open > 0 ? claim : null;
    }
}
