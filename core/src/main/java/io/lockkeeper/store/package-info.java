/**
 * The SPI that a store implements: atomic claims, renewals and releases, and optional capabilities.
 *
 * <p>A store answers immediately; the engine waits. Every call is asynchronous and does not block the
 * calling thread. The engine repeats a call whose stage fails with {@link io.lockkeeper.StoreUnavailableException};
 * any other failure is final and is passed to the caller. Implementations are safe for use by many threads. Optional
 * capabilities are interfaces that a store implements in addition to {@link io.lockkeeper.store.Store} ({@link io.lockkeeper.store.GrantPush}, {@link io.lockkeeper.store.Exchange},
 * {@link io.lockkeeper.store.BlockingCalls}, {@link io.lockkeeper.store.Sessions}, {@link io.lockkeeper.store.AdjustableLease},
 * {@link io.lockkeeper.store.Inspection}, {@link io.lockkeeper.store.Catalogue}, {@link io.lockkeeper.store.Revocation},
 * {@link io.lockkeeper.store.Recall}, {@link io.lockkeeper.store.RecallPush}).
 *
 * <p>The states of a claim in the store:
 *
 * <pre>
 *             claim                    head of queue, lock free
 *   (none) ─────────▶ QUEUED ──────────────────────────────────▶ HOLDING ──renew──▶ HOLDING
 *      │  lock held,    │ withdraw, client gone                   │   ▲
 *      │  may queue     ▼                                         │   │ claim again (same id): remaining time
 *      │              (none)                                      ▼   │
 *      └──claim, lock free──────────────────────────────────▶ HOLDING ┘──release, withdraw, lease over──▶ (none)
 * </pre>
 *
 * <p>May import the API's values and {@code io.lockkeeper.time}; never {@code io.lockkeeper.engine}.
 */
@NullMarked
package io.lockkeeper.store;

import org.jspecify.annotations.NullMarked;
