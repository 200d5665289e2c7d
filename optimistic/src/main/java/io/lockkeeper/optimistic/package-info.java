/**
 * Optimistic locks: no client waits for another, and a write is refused if the row is not as expected. The outcome
 * is a sealed type.
 *
 * <p>Over plain JDBC, {@link io.lockkeeper.optimistic.VersionedTable} updates by version, {@link
 * io.lockkeeper.optimistic.CounterColumn} by condition and {@link io.lockkeeper.optimistic.FencedTable} by fencing token.
 * {@link io.lockkeeper.optimistic.OptimisticUpdate} does the same with statements that something else sends:
 *
 * <pre>{@code
 * // Spring's JdbcClient
 * updates.byCondition(3,
 *         () -> jdbc.sql("UPDATE stock SET n = n - 3 WHERE id = ? AND n >= 3").param(id).update(),
 *         () -> jdbc.sql("SELECT n FROM stock WHERE id = ?").param(id).query(Long.class).optional());
 *
 * // JPA
 * updates.countingAsConflict(Conflicts.ofType(OptimisticLockException.class))
 *         .inTransactions(() -> entities.callInTransaction(manager ->
 *                 Optional.ofNullable(manager.find(Order.class, id)).map(Order::ship)));
 * }</pre>
 *
 * <p>Nothing but the JDK may be imported here, nor anything else of Lockkeeper's: no lock is needed to use it.
 */
@NullMarked
package io.lockkeeper.optimistic;

import org.jspecify.annotations.NullMarked;
