package io.lockkeeper.memory;

import io.lockkeeper.time.Ticker;
import java.time.Instant;

/** A space's clock: it counts by the ticker, and shows instants to people. */
record Clock(Ticker ticker, Instant origin, long originNanos) {

    long now() {
        return ticker.nanos();
    }

    Instant instant(long nanos) {
        return origin.plusNanos(nanos - originNanos);
    }
}
