/**
 * The contract of stores: every promise of the SPI and of the API as a test, one file a promise.
 *
 * <p>A store's test class implements the contracts of what its store can do, and gives them the store:
 *
 * <pre>{@code
 * class MyStoreTest implements StoreContract, TokenContract, ExpiryContract {
 *     @Override
 *     public Store open() {
 *         return new MyStore(server.address());
 *     }
 * }
 * }</pre>
 *
 * <p>{@link io.lockkeeper.contract.EveryStoreContract} is all of them. One test of
 * {@link io.lockkeeper.contract.StoreContract} fails if the store can do what its test class does not test, or the
 * reverse. {@link io.lockkeeper.contract.LockContract} is what programs rely on, tested through the engine.
 *
 * <p>May import the API, {@code io.lockkeeper.store} and {@code io.lockkeeper.time}; never
 * {@code io.lockkeeper.engine}.
 */
@NullMarked
package io.lockkeeper.contract;

import org.jspecify.annotations.NullMarked;
