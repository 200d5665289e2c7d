/**
 * A contended row: processes sell the stock of one article by four safe methods, whose speed is compared.
 *
 * <p>{@link io.lockkeeper.databasesale.DatabaseSale} starts processes that run {@link io.lockkeeper.databasesale.SaleWorker}.
 */
@NullMarked
package io.lockkeeper.databasesale;

import org.jspecify.annotations.NullMarked;
