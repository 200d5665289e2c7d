package io.lockkeeper.bench.report;

/**
 * One figure of a scenario.
 *
 * @param name as in the table's head, with the unit
 * @param better which way is better
 */
public record Column(String name, Better better) {

    /** Which way is better. */
    public enum Better {
        /** More is better. */
        MORE,
        /** Less is better. */
        LESS
    }

    /** Returns a figure that should be great. */
    public static Column more(String name) {
        return new Column(name, Better.MORE);
    }

    /** Returns a figure that should be small. */
    public static Column less(String name) {
        return new Column(name, Better.LESS);
    }
}
