/**
 * The SPI that an idempotency store implements: atomic changes of one record, each conditional on its owner and token.
 *
 * <p>Every call is asynchronous and does not block the calling thread for the store. A stage that fails with
 * {@link io.lockkeeper.StoreUnavailableException} may be repeated; any other failure is final. Every call can be sent twice: the second
 * has no further effect and the same answer, but for {@code release} and {@code withdraw}, whose second copy finds nothing any more. Times are decided by the store's clock. Implementations are safe for use by many threads.
 *
 * <pre>
 *            claim                        finish(COMPLETED, REJECTED)
 *   (none) ─────────▶ IN_PROGRESS ─────────────────────────────────────▶ COMPLETED, REJECTED ── retention ──▶ (none)
 *                       │   │  ▲
 *                       │   │  └── claim, if the lease expired and the claim takes over: new owner, greater token, number + 1
 *                       │   └───── renew, note: same owner
 *                       └── release, withdraw ──▶ (none)
 * </pre>
 *
 * <p>May import {@code io.lockkeeper.idempotency}; never {@code engine}.
 */
@NullMarked
package io.lockkeeper.idempotency.store;

import org.jspecify.annotations.NullMarked;
