package io.lockkeeper.servers;

import java.time.Duration;

/** What is wrong with one direction of a proxy; belongs to the proxy's thread. */
final class LaneFaults {
    private boolean frozen;
    private long delayNanos;

    boolean isFrozen() {
        return frozen;
    }

    long delayNanos() {
        return delayNanos;
    }

    void freeze() {
        frozen = true;
    }

    void thaw() {
        frozen = false;
    }

    void delay(Duration delay) {
        delayNanos = delay.toNanos();
    }

    void heal() {
        frozen = false;
        delayNanos = 0;
    }
}
