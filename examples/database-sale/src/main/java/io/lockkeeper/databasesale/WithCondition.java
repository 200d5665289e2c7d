package io.lockkeeper.databasesale;

import io.lockkeeper.optimistic.CounterColumn;
import io.lockkeeper.optimistic.CounterOutcome;
import java.sql.SQLException;

/** No lock, one statement that says itself when it may: for what a condition can say. */
final class WithCondition implements Till {

    private final Stock stock;
    private final CounterColumn items = new CounterColumn("stock", "article", "items");

    WithCondition(Stock stock) {
        this.stock = stock;
    }

    @Override
    public boolean sell(int article, int wanted) throws SQLException, InterruptedException {
        CounterOutcome outcome = items.take(stock.source(), article, wanted);
        if (outcome instanceof CounterOutcome.Updated) {
            return true;
        }
        if (outcome instanceof CounterOutcome.NotEnough) {
            return false;
        }
        throw new IllegalStateException("Neither sold nor sold out: " + outcome);
    }
}
