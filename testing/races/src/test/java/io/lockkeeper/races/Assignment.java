package io.lockkeeper.races;

import io.lockkeeper.Purpose;

/**
 * What a worker is to do.
 *
 * @param url the store
 * @param counterPort where the counter listens
 * @param name the worker's name
 * @param threads how many threads race
 * @param leaseMillis the lease time
 * @param purpose what the lock is declared for
 * @param seed decides what its threads do by chance
 */
record Assignment(String url, int counterPort, String name, int threads, long leaseMillis, Purpose purpose, long seed) {

    String[] arguments() {
        return new String[] {
            url, "" + counterPort, name, "" + threads, "" + leaseMillis, purpose.name(), "" + seed,
        };
    }

    static Assignment parse(String[] arguments) {
        return new Assignment(
                arguments[0],
                Integer.parseInt(arguments[1]),
                arguments[2],
                Integer.parseInt(arguments[3]),
                Long.parseLong(arguments[4]),
                Purpose.valueOf(arguments[5]),
                Long.parseLong(arguments[6]));
    }

    /** The name of a thread, as the history has it. */
    String thread(int number) {
        return name + "." + number;
    }
}
