package io.lockkeeper.databasesale;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import io.lockkeeper.jdbc.LeaseCheck;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * A lock around the transaction, for work that is more than one; the lease is checked before the commit, so that not even a
 * holder that was paused sells anything twice.
 */
final class WithTableLock implements Till {

    private final Stock stock;
    private final LockClient locks;
    private final LeaseCheck check = LeaseCheck.create();

    WithTableLock(Stock stock) {
        this.stock = stock;
        this.locks = LockClient.connect(stock.url());
    }

    @Override
    public boolean sell(int article, int items) throws SQLException, InterruptedException {
        DistributedLock lock = locks.lock("stock:" + article);
        while (true) {
            Lease lease = lock.acquire();
            try (Connection connection = stock.source().getConnection()) {
                connection.setAutoCommit(false);
                return sell(connection, lease, article, items);
            } catch (LeaseLostException lost) {
                // It was found lost before the commit, so nothing was kept: once more, with a new lease.
            } finally {
                close(lease);
            }
        }
    }

    /** A loss that is told only now came after the work: what was committed was checked before, and must not be done again. */
    private static void close(Lease lease) {
        try {
            lease.close();
        } catch (LeaseLostException afterwards) {
            System.err.println("The lock was lost when the work was done: " + afterwards.getMessage());
        }
    }

    private boolean sell(Connection connection, Lease lease, int article, int items) throws SQLException {
        try {
            int left = Stock.left(connection, article);
            if (left < items) {
                connection.rollback();
                return false;
            }
            Stock.write(connection, article, left - items);
            check.inTransaction(connection, lease);
            connection.commit();
            return true;
        } catch (SQLException | RuntimeException failure) {
            connection.rollback();
            throw failure;
        }
    }

    @Override
    public void close() {
        locks.close();
    }
}
