package io.lockkeeper.simulation;

import java.util.SplittableRandom;

/** How often requests and signals of one run meet with which fault. */
final class Weather {

    private final double lost;
    private final double slow;
    private final double unsent;
    private final double deaf;
    private boolean calm;
    private boolean silent;

    /** A run's weather: some have no faults of a kind, some have many. */
    Weather(SplittableRandom random) {
        lost = often(random, 0.15);
        slow = often(random, 0.3);
        unsent = often(random, 0.1);
        deaf = often(random, 0.3);
    }

    private static double often(SplittableRandom random, double most) {
        return random.nextInt(3) == 0 ? 0 : random.nextDouble(most);
    }

    /** From now on there are no faults. */
    void calmDown() {
        calm = true;
    }

    /** Whether nobody hears anything from the store until further notice. */
    void silence(boolean now) {
        silent = now;
    }

    boolean isCalm() {
        return calm;
    }

    boolean loses(SplittableRandom random) {
        return !calm && random.nextDouble() < lost;
    }

    boolean refusesToSend(SplittableRandom random) {
        return !calm && random.nextDouble() < unsent;
    }

    boolean isDeaf(SplittableRandom random) {
        return silent || (!calm && random.nextDouble() < deaf);
    }

    /** Nanoseconds on the way: mostly few, sometimes more than a request waits for. */
    long travel(SplittableRandom random) {
        if (calm || random.nextInt(4) == 0) {
            return 0;
        }
        return random.nextDouble() < slow ? random.nextLong(3_000_000_000L) : random.nextLong(5_000_000L);
    }
}
