/**
 * Locks in a table of a database, accessed through JDBC.
 *
 * <p>A lock is a row, with the claims that wait for it in a column. The usual operations are one statement each: acquiring
 * an uncontended lock, releasing it, renewing all locks of a client. All others read the row, decide how to change it, and
 * write it back if nobody changed it in the meantime. How clients are notified depends on the dialect. May not import the
 * engine or another store.
 */
@NullMarked
package io.lockkeeper.jdbc;

import org.jspecify.annotations.NullMarked;
