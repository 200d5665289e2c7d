/**
 * The contract of idempotency stores: every promise of the SPI and of the API as a test, one file a promise.
 *
 * <p>A store's test class implements {@link io.lockkeeper.idempotency.contract.IdempotencyStoreContract}, and
 * {@link io.lockkeeper.idempotency.contract.ChangePushContract} if its store pushes:
 *
 * <pre>{@code
 * class MyStoreTest implements IdempotencyStoreContract, ChangePushContract {
 *     @Override
 *     public IdempotencyStore open() {
 *         return new MyStore(server.address());
 *     }
 * }
 * }</pre>
 *
 * <p>{@link io.lockkeeper.idempotency.contract.IdempotencyContract} is what programs rely on, in either mode;
 * {@link io.lockkeeper.idempotency.contract.LeasedIdempotencyContract} what they rely on with leases in addition.
 *
 * <p>May import the API and {@code io.lockkeeper.idempotency.store}; never {@code io.lockkeeper.idempotency.engine}.
 */
@NullMarked
package io.lockkeeper.idempotency.contract;

import org.jspecify.annotations.NullMarked;
