package io.lockkeeper.databasesale;

import java.util.Locale;

/**
 * What came of a rush.
 *
 * @param stock how many items there were
 * @param sold how many were sold, as the processes say
 * @param left how many are left, as the database says
 * @param ordersPerSecond how fast
 */
record Count(int stock, int sold, int left, double ordersPerSecond) {

    /** Whether every item is either sold once or left. */
    boolean exact() {
        return left >= 0 && sold + left == stock;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%,8.0f orders/s, %,d sold of %,d, %,d left: %s",
                ordersPerSecond,
                sold,
                stock,
                left,
                exact() ? "right" : "WRONG");
    }
}
