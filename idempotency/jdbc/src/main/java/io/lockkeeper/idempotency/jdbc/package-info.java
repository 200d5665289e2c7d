/**
 * Idempotency in a table of a database. Transactional: the mark, the business writes and the outcome are one transaction.
 *
 * <p>What runs statements in a transaction of its own and what joins somebody else's are told apart by type; nothing here knows
 * of a framework's transactions. {@code io.lockkeeper.idempotency.dedupe} is never imported.
 */
@NullMarked
package io.lockkeeper.idempotency.jdbc;

import org.jspecify.annotations.NullMarked;
