package io.lockkeeper.flashsale;

/**
 * How big a sale is.
 *
 * @param processes how many order services run, at least 2
 * @param threads how many orders each of them serves at a time
 * @param orders how many random orders come in
 * @param seed where their random numbers begin; the same seed makes the same orders
 */
public record Options(int processes, int threads, int orders, long seed) {

    private static final Options DEFAULTS = new Options(3, 2, 3000, 4);

    /** Checks the bounds. */
    public Options {
        check("processes", processes, 2, 32);
        check("threads", threads, 1, 64);
        check("orders", orders, 100, 1_000_000);
    }

    /**
     * A sale of a few seconds.
     *
     * @return three processes of two threads, 3,000 orders
     */
    public static Options defaults() {
        return DEFAULTS;
    }

    /**
     * Sets the number of processes.
     *
     * @param processes 2 to 32
     * @return a copy
     */
    public Options withProcesses(int processes) {
        return new Options(processes, threads, orders, seed);
    }

    /**
     * Sets the number of threads in each process.
     *
     * @param threads 1 to 64
     * @return a copy
     */
    public Options withThreads(int threads) {
        return new Options(processes, threads, orders, seed);
    }

    /**
     * Sets the number of random orders.
     *
     * @param orders 100 to 1,000,000
     * @return a copy
     */
    public Options withOrders(int orders) {
        return new Options(processes, threads, orders, seed);
    }

    /**
     * Sets the seed.
     *
     * @param seed any number
     * @return a copy
     */
    public Options withSeed(long seed) {
        return new Options(processes, threads, orders, seed);
    }

    private static void check(String what, int number, int least, int most) {
        if (number < least || number > most) {
            throw new IllegalArgumentException(
                    "A sale has %d to %,d %s; this one: %,d".formatted(least, most, what, number));
        }
    }
}
