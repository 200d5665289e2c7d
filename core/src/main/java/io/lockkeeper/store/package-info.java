/**
 * The SPI that a store implements: atomic attempts, renewals, releases, and what else it can do.
 *
 * <p>A store answers at once; the engine does the waiting. Every call is asynchronous and none blocks the
 * caller's thread. A stage that fails with {@link io.lockkeeper.StoreUnavailableException} is tried again
 * by the engine; any other failure is final and reaches the caller. Implementations are safe for use by
 * many threads. What a store can do beyond {@link io.lockkeeper.store.Store} are capabilities: interfaces
 * that it implements as well ({@link io.lockkeeper.store.GrantPush}, {@link io.lockkeeper.store.Exchange},
 * {@link io.lockkeeper.store.Inspection}, {@link io.lockkeeper.store.Catalogue}, {@link io.lockkeeper.store.Revocation}).
 *
 * <p>The life of a claim, as the store sees it:
 *
 * <pre>
 *             claim                    head of queue, lock free
 *   (none) ─────────▶ QUEUED ──────────────────────────────────▶ HOLDING ──renew──▶ HOLDING
 *      │  lock held,    │ withdraw, client gone                   │   ▲
 *      │  may queue     ▼                                         │   │ claim again (same id): what is left
 *      │              (none)                                      ▼   │
 *      └──claim, lock free──────────────────────────────────▶ HOLDING ┘──release, withdraw, lease over──▶ (none)
 * </pre>
 *
 * <p>May import the API's values and {@code io.lockkeeper.time}; never {@code io.lockkeeper.engine}.
 */
@NullMarked
package io.lockkeeper.store;

import org.jspecify.annotations.NullMarked;
