/**
 * A sale with more buyers than goods: what goes wrong without a lock, and what it costs to be right.
 *
 * <p>{@link io.lockkeeper.flashsale.FlashSale} starts processes that run {@link io.lockkeeper.flashsale.OrderService},
 * and tells them what to sell, in scenes. Uses the API only; never a store or the engine by name.
 */
@NullMarked
package io.lockkeeper.flashsale;

import org.jspecify.annotations.NullMarked;
