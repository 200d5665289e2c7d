package io.lockkeeper.flashsale;

import java.util.Locale;

/**
 * The stocktaking after a scene.
 *
 * @param stock how many items there were
 * @param sold how many were sold, added up from the receipts
 * @param left how many are left, as the stock says
 */
record Count(int stock, int sold, int left) {

    /** Whether every item is either sold once or left. */
    boolean exact() {
        return left >= 0 && sold + left == stock;
    }

    boolean oversold() {
        return sold > stock;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%,d sold of %,d, %,d left in the stock", sold, stock, left);
    }
}
