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
 * @param longestJobMillis how long work may take, once in a while; 0 if it is always short
 * @param purpose what the lock is declared for
 * @param seed decides what its threads do by chance
 * @param elects whether its threads stand for election, rather than take the lock themselves
 */
record Assignment(
        String url,
        int counterPort,
        String name,
        int threads,
        long leaseMillis,
        long longestJobMillis,
        Purpose purpose,
        long seed,
        boolean elects) {

    String[] arguments() {
        return new String[] {
            url,
            "" + counterPort,
            name,
            "" + threads,
            "" + leaseMillis,
            "" + longestJobMillis,
            purpose.name(),
            "" + seed,
            "" + elects,
        };
    }

    static Assignment parse(String[] arguments) {
        return new Assignment(
                arguments[0],
                Integer.parseInt(arguments[1]),
                arguments[2],
                Integer.parseInt(arguments[3]),
                Long.parseLong(arguments[4]),
                Long.parseLong(arguments[5]),
                Purpose.valueOf(arguments[6]),
                Long.parseLong(arguments[7]),
                Boolean.parseBoolean(arguments[8]));
    }

    /** The name of a thread, as the history has it. */
    String thread(int number) {
        return name + "." + number;
    }
}
