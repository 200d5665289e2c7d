/**
 * A dedupe table: a unique index in the user's database says which operations were done, and the mark commits with the work.
 *
 * <pre>{@code
 * DedupeTable paid = DedupeTable.open(source, DedupeLayout.shared("dedupe", "order_id"), "billing");
 *
 * connection.setAutoCommit(false);
 * if (paid.first(connection, "order-17") instanceof DedupeOutcome.First) {
 *     // the work, on the same connection
 * }
 * connection.commit();
 * }</pre>
 *
 * <p>The mark comes first. Who reads and then inserts, or inserts after the work, lets two run.
 *
 * <p>Nothing but the JDK may be imported here, nor anything else of Lockkeeper's: no lock is needed to use it.
 */
@NullMarked
package io.lockkeeper.idempotency.dedupe;

import org.jspecify.annotations.NullMarked;
