package io.lockkeeper.spring;

import io.lockkeeper.Lease;
import io.lockkeeper.jdbc.LeaseCheck;
import java.sql.SQLException;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.TransactionStatus;

/**
 * Checks the leases of the committing thread inside its transaction, as its last statement. An exception rolls it back. A read-only
 * transaction has nothing to protect, and databases refuse the check there, because it writes.
 *
 * @param database where the locks are kept
 */
record CommitCheck(LockDatabase database) implements TransactionExecutionListener {

    @Override
    public void beforeCommit(TransactionExecution transaction) {
        boolean flushed = false;
        for (HeldScope scope = HeldScope.current(); scope != null; scope = scope.outer()) {
            if (scope.checksCommit() && scope.client() == database.client()) {
                ConnectionHolder holder = LockDatabases.connection(database.source());
                if (holder == null) {
                    return; // A transaction of another database.
                }
                if (transaction.isReadOnly()) {
                    scope.checked();
                    continue;
                }
                if (!flushed && transaction instanceof TransactionStatus status) {
                    status.flush(); // What an EntityManager has not sent yet would else follow the check.
                    flushed = true;
                }
                check(holder, scope);
            }
        }
    }

    private void check(ConnectionHolder holder, HeldScope scope) {
        try {
            for (Lease lease : scope.leases()) {
                LeaseCheck.with(database.settings()).inTransaction(holder.getConnection(), lease);
            }
            scope.checked();
        } catch (SQLException failed) {
            DataAccessException known =
                    new SQLExceptionSubclassTranslator().translate("Check of a lease", null, failed);
            throw known != null ? known : new UncategorizedSQLException("Check of a lease", null, failed);
        }
    }
}
