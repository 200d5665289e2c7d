package io.lockkeeper.spring.idempotency;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.idempotency.FailureDecision;
import io.lockkeeper.idempotency.FailurePolicy;
import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotencyCatalogue;
import io.lockkeeper.idempotency.IdempotentAction;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.TransactionRolledBackException;
import io.lockkeeper.idempotency.jdbc.TransactionalIdempotency;
import java.sql.Connection;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.ResourceTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Idempotency in Spring's transactions: the mark of the key, the business writes and the outcome commit together, or nothing does. {@code
 * @Transactional} methods that the operation calls join its transaction, as does whatever takes its connections from Spring. If the caller
 * has a transaction, the operation joins that, and its outcome commits with it. Safe for use by many threads.
 *
 * <p>Needs {@code lockkeeper-idempotency-jdbc}, {@code spring-jdbc} and {@code spring-tx}.
 */
public final class SpringTransactionalIdempotency implements Idempotency {

    private final TransactionalIdempotency records;
    private final PlatformTransactionManager transactions;
    private final DataSource source;

    /**
     * For one database.
     *
     * @param records the records, in the database of the transactions; closed with this
     * @param transactions the manager, which makes the connections of its transactions known for the data source, as those of JDBC and JPA
     *     do
     * @param source the data source of both
     */
    public SpringTransactionalIdempotency(
            TransactionalIdempotency records, PlatformTransactionManager transactions, DataSource source) {
        this.records = records;
        this.transactions = transactions;
        // The managers bind the connections of what is behind it.
        DataSource target =
                source instanceof TransactionAwareDataSourceProxy proxy ? proxy.getTargetDataSource() : null;
        this.source = target == null ? source : target;
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> Outcome<T> run(
            IdempotentCall<T> call, IdempotentAction<T, E> action) throws E, InterruptedException {
        return TransactionSynchronizationManager.isActualTransactionActive()
                ? transacted(records::in, call, action) // Nobody else may learn of it before the caller commits.
                : records.<T, E>runFramed(call, in -> transacted(in, call, action));
    }

    private <T extends @Nullable Object, E extends Exception> Outcome<T> transacted(
            Function<Connection, TransactionalIdempotency> in, IdempotentCall<T> call, IdempotentAction<T, E> action)
            throws E, InterruptedException {
        Decided decided = new Decided(call.options().failures());
        IdempotentCall<T> undoing = call.withOptions(call.options().withFailures(decided));
        TransactionStatus transaction = begin();
        boolean own = transaction.isNewTransaction();
        Outcome<T> outcome;
        try {
            outcome = joined(in, undoing, action);
        } catch (Throwable failure) {
            rollback(transaction, failure);
            if (own && decided.last == FailureDecision.STORE) {
                store(in, call, failure);
            }
            throw failure;
        }
        try {
            transactions.commit(transaction);
        } catch (UnexpectedRollbackException undone) {
            throw new TransactionRolledBackException(
                    "The operation of " + call.key()
                            + " returned, but a @Transactional method within it had failed, so that"
                            + " the transaction was rolled back, and nothing of it is stored",
                    undone);
        }
        return outcome;
    }

    private TransactionStatus begin() throws InterruptedException {
        try {
            return transactions.getTransaction(new DefaultTransactionDefinition());
        } catch (CannotCreateTransactionException unconnected) {
            if (Thread.interrupted()) {
                InterruptedException interrupt = new InterruptedException("Interrupted while waiting for a connection");
                interrupt.initCause(unconnected);
                throw interrupt;
            }
            throw new StoreUnavailableException(
                    "There is no transaction: " + unconnected.getMessage(), false, unconnected);
        }
    }

    private <T extends @Nullable Object, E extends Exception> Outcome<T> joined(
            Function<Connection, TransactionalIdempotency> in, IdempotentCall<T> call, IdempotentAction<T, E> action)
            throws E, InterruptedException {
        requireOfSource();
        Connection connection = DataSourceUtils.getConnection(source);
        try {
            return in.apply(connection).run(call, action);
        } finally {
            DataSourceUtils.releaseConnection(connection, source);
        }
    }

    /**
     * The manager has bound a connection of the source when it began. Asked later, Spring says so of any connection that it opened
     * meanwhile, also of one that nobody commits.
     */
    private void requireOfSource() {
        if (transactions instanceof ResourceTransactionManager
                && !TransactionSynchronizationManager.hasResource(source)) {
            throw new IllegalStateException(
                    "The transactions of " + transactions.getClass().getName()
                            + " do not use the data source in which the records are: name the manager of this data source");
        }
    }

    /** The whole transaction: an {@code EntityManager} has writes yet that no savepoint undoes. */
    private void rollback(TransactionStatus transaction, Throwable failure) {
        try {
            transactions.rollback(transaction);
        } catch (RuntimeException unended) {
            failure.addSuppressed(unended);
        }
    }

    /** Stores a failure in a transaction of its own, after that of the operation, unless another request has the key by now. */
    private <T extends @Nullable Object> void store(
            Function<Connection, TransactionalIdempotency> in, IdempotentCall<T> call, Throwable failure) {
        try {
            TransactionStatus transaction = begin();
            try {
                Outcome<T> unused = this.<T, Exception>joined(in, call, attempt -> {
                    throw failure instanceof Exception exception ? exception : new IllegalStateException(failure);
                });
                transactions.rollback(transaction);
            } catch (Exception thrown) {
                if (thrown == failure) {
                    transactions.commit(transaction);
                } else {
                    rollback(transaction, thrown);
                    throw thrown;
                }
            }
        } catch (Exception unstored) {
            if (unstored instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            failure.addSuppressed(unstored); // The next request runs the operation again.
        }
    }

    @Override
    public IdempotencyCatalogue catalogue() {
        return records.catalogue();
    }

    @Override
    public void close() {
        records.close();
    }

    /** Undoes all, and remembers whether the failure is to be stored; of one call. */
    private static final class Decided implements FailurePolicy {

        private final FailurePolicy policy;
        private @Nullable FailureDecision last;

        Decided(FailurePolicy policy) {
            this.policy = policy;
        }

        @Override
        public FailureDecision decide(Throwable failure) {
            FailureDecision decision = policy.decide(failure);
            last = decision;
            return decision == FailureDecision.STORE ? FailureDecision.FREE : decision;
        }

        @Override
        public boolean mayStore() {
            return false;
        }
    }
}
