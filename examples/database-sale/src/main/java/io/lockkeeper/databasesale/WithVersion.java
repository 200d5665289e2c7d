package io.lockkeeper.databasesale;

import io.lockkeeper.optimistic.Columns;
import io.lockkeeper.optimistic.Retries;
import io.lockkeeper.optimistic.VersionOutcome;
import io.lockkeeper.optimistic.Versioned;
import io.lockkeeper.optimistic.VersionedTable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** No lock: whoever finds that somebody was faster tries again. For rows that are seldom wanted by two. */
final class WithVersion implements Till {

    private static final Retries STUBBORN = Retries.of(1_000, Duration.ofMillis(2), Duration.ofMillis(100));

    private final Stock stock;
    private final VersionedTable<Integer> table = new VersionedTable<Integer>(
                    "stock", "article", "version", new Columns<>(List.of("items"), row -> row.getInt(1), List::of))
            .withRetries(STUBBORN);

    WithVersion(Stock stock) {
        this.stock = stock;
    }

    @Override
    public boolean sell(int article, int items) throws SQLException, InterruptedException {
        try {
            VersionOutcome<Versioned<Integer>> outcome = table.update(stock.source(), article, left -> {
                if (left < items) {
                    throw new SoldOut();
                }
                return left - items;
            });
            if (outcome instanceof VersionOutcome.Updated) {
                return true;
            }
            throw new IllegalStateException("Not even a thousand attempts were enough: " + outcome);
        } catch (SoldOut soldOut) {
            return false;
        }
    }

    /** Ends the attempt: nothing is written. */
    private static final class SoldOut extends RuntimeException {
        private static final long serialVersionUID = 1L;

        SoldOut() {
            super("Sold out", null, false, false);
        }
    }
}
