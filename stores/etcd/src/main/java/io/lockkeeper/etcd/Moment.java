package io.lockkeeper.etcd;

/**
 * A moment, by which to tell how much time has passed since, the time that the machine slept included: Java's monotonic
 * clock stands still then, the wall clock does not.
 *
 * @param monotonic {@code System.nanoTime()}
 * @param wallMillis {@code System.currentTimeMillis()}
 */
record Moment(long monotonic, long wallMillis) {

    /** What the clocks may part by while nobody sleeps. */
    private static final long GAP_MILLIS = 50;

    static Moment now() {
        return new Moment(System.nanoTime(), System.currentTimeMillis());
    }

    /** How much time has passed, in nanoseconds; too much if the wall clock was set forward, never too little. */
    long passed() {
        long awake = System.nanoTime() - monotonic;
        long wall = (System.currentTimeMillis() - wallMillis - GAP_MILLIS) * 1_000_000;
        return Math.max(awake, wall);
    }
}
