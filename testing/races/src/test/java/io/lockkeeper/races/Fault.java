package io.lockkeeper.races;

import java.time.Duration;

/**
 * Something that is broken for a while.
 *
 * @param what what happens, as half a sentence
 * @param lasts how long
 * @param breaking breaks it
 * @param mending mends it
 */
record Fault(String what, Duration lasts, Runnable breaking, Runnable mending) {

    /** A fault that mends itself, or cannot be mended. */
    static Fault atOnce(String what, Runnable breaking) {
        return new Fault(what, Duration.ZERO, breaking, () -> {});
    }

    String story() {
        return lasts.isZero() ? what : what + " for " + lasts.toMillis() + " ms";
    }
}
