/**
 * A hot row: processes that sell one article's stock, kept right in four ways, and how fast each of them is.
 *
 * <p>{@link io.lockkeeper.databasesale.DatabaseSale} starts processes that run {@link io.lockkeeper.databasesale.SaleWorker}.
 */
@NullMarked
package io.lockkeeper.databasesale;

import org.jspecify.annotations.NullMarked;
