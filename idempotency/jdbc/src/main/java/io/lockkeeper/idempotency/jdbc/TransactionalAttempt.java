package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.Attempt;
import java.sql.Connection;

/** An attempt whose mark, business writes and outcome are one transaction. For the thread that runs the operation only. */
public interface TransactionalAttempt extends Attempt {

    /**
     * Returns the connection of the transaction. What is written through it commits with the outcome, or not at all.
     *
     * <p>Do not end the transaction by SQL, nor by statements that commit implicitly, such as the DDL of MariaDB, MySQL and H2.
     *
     * @return a connection that refuses to commit, to roll back (except to a savepoint), and to change auto-commit or the isolation
     *     level; {@code close} has no effect. Not to be used after the operation.
     */
    Connection connection();
}
