package io.lockkeeper.engine;

import io.lockkeeper.Holder;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import java.time.Duration;

/** Claims that are only named, to be withdrawn: of grants that nobody wants. */
final class Strays {

    private static final Holder NOBODY = new Holder("", "", 0, "", "", 0);

    private Strays() {}

    static Claim claim(Grant grant) {
        return new Claim(grant.name(), grant.claim(), NOBODY, Duration.ZERO, 1, false);
    }
}
