package io.lockkeeper.cli;

import java.time.Duration;

/**
 * When a wait is spoken of: after 5 s, after 30 s, and then every 5 min; 5 s after the store stops answering, or answers
 * again. All times count from the beginning of the wait. Not safe for use by several threads.
 */
final class WaitSchedule {
    static final Duration FIRST = Duration.ofSeconds(5);
    private static final Duration SECOND = Duration.ofSeconds(30);
    private static final Duration INTERVAL = Duration.ofMinutes(5);
    /** Longer than a connection that breaks and is made anew. */
    private static final Duration SOON = Duration.ofSeconds(5);

    private static final Duration NEVER = Duration.ofDays(365_000);

    private Duration regular;
    private Duration early = NEVER;
    private boolean troubled;

    WaitSchedule(Duration first) {
        regular = first;
    }

    /** When it is time to say something. */
    Duration due() {
        return regular.compareTo(early) <= 0 ? regular : early;
    }

    /** The store stopped answering, or answers again. */
    void changed(Duration now) {
        early = now.plus(SOON);
    }

    /** Whether there is anything to say now: not if what changed has changed back. */
    boolean isWorthIt(Duration now, boolean troubledNow) {
        early = NEVER;
        return regular.compareTo(now) <= 0 || troubledNow != troubled;
    }

    /** Something was said. */
    void said(Duration now, boolean ofTrouble) {
        troubled = ofTrouble;
        if (now.compareTo(FIRST) < 0) {
            regular = FIRST;
        } else {
            regular = now.compareTo(SECOND) < 0 ? SECOND : now.plus(INTERVAL);
        }
    }
}
