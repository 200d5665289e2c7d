/**
 * Locks in a table of a database, spoken to through JDBC.
 *
 * <p>A lock is a row, with the claims that wait for it in a column. What is usual is one statement: taking a lock that
 * nobody wants, letting it go, renewing all that a client holds. All else reads the row, decides what becomes of it and
 * writes it back if nobody changed it meanwhile. How clients are told what that means for them is the dialect's
 * business. Nothing of an engine or another store may be imported here.
 */
@NullMarked
package io.lockkeeper.jdbc;

import org.jspecify.annotations.NullMarked;
