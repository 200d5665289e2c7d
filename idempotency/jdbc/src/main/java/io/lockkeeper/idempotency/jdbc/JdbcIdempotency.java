package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.engine.Engine;
import javax.sql.DataSource;

/** Makes idempotency in a database: PostgreSQL 12, MariaDB 10.6, MySQL 8.0.20, H2 2.3, or later. */
public final class JdbcIdempotency {

    private JdbcIdempotency() {}

    /**
     * Returns idempotency in the business transaction, with the default settings.
     *
     * @param dataSource connections to the primary; not closed with the result
     * @return to close
     */
    public static TransactionalIdempotency transactional(DataSource dataSource) {
        return transactional(dataSource, JdbcIdempotencySettings.defaults());
    }

    /**
     * Returns idempotency in the business transaction.
     *
     * @param dataSource connections to the primary; not closed with the result
     * @param settings the table, purges, timeout, listeners
     * @return to close
     */
    public static TransactionalIdempotency transactional(DataSource dataSource, JdbcIdempotencySettings settings) {
        return new TransactionalEngine(dataSource, settings);
    }

    /**
     * Returns idempotency with leases, with the default settings.
     *
     * @param dataSource connections to the primary; not closed with the result
     * @return to close
     */
    public static LeasedIdempotency leased(DataSource dataSource) {
        return leased(dataSource, JdbcIdempotencySettings.defaults());
    }

    /**
     * Returns idempotency with leases: for operations whose effects are elsewhere. Keys may be shared with the transactional mode. Nothing
     * is done in transactions of the caller's: statements run on at most 9 threads, each of which borrows a connection for a request.
     *
     * @param dataSource connections to the primary; not closed with the result
     * @param settings the table, purges, timeout, executor, listeners
     * @return to close
     */
    public static LeasedIdempotency leased(DataSource dataSource, JdbcIdempotencySettings settings) {
        return Engine.leased(new JdbcLeasedStore(dataSource, settings), settings.general());
    }
}
