package io.lockkeeper.spring;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Asks the leases of the committing thread before its transaction commits, in a test whose locks are in no database. An exception rolls
 * it back.
 *
 * @param client keeps the locks in memory
 */
record StandInCheck(LockClient client) implements TransactionExecutionListener {

    @Override
    public void beforeCommit(TransactionExecution transaction) {
        for (HeldScope scope = HeldScope.current(); scope != null; scope = scope.outer()) {
            if (scope.checksCommit() && scope.client() == client) {
                if (!transaction.isReadOnly()) {
                    scope.leases().forEach(Lease::ensureHeld);
                }
                scope.checked();
            }
        }
    }
}
