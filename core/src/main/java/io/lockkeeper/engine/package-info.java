/**
 * The engine: waits, renews and hands over, so that a store only has to answer.
 *
 * <p>Not exported. {@link io.lockkeeper.engine.EngineClient} keeps one {@link io.lockkeeper.engine.LocalLock} for each name
 * that is held or waited for here, and that one is the whole state machine of the name:
 *
 * <pre>
 *   IDLE ──first waiter──▶ CLAIMING ──granted──▶ HELD ──released, no heir──▶ RELEASING ──answered──▶ IDLE
 *                            │    ▲               │ ▲                           │
 *            last waiter left│    │               └─┘ heir in this process      │ someone waits
 *                            ▼    └─────────────────────────────────────────────┘
 *                        RELEASING ──answered──▶ IDLE
 * </pre>
 *
 * <p>Every transition is made under the name's guard; what follows from it (requests, wake-ups, listeners) is
 * noted and done after the guard is left. So no lock is held while a store or a listener is called. May
 * import the API, the SPI and {@code io.lockkeeper.time}; knows no particular store.
 */
@NullMarked
package io.lockkeeper.engine;

import org.jspecify.annotations.NullMarked;
