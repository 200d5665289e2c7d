/**
 * The engine: waits, renews and hands over, so that a store only has to answer.
 *
 * <p>Not exported. {@link io.lockkeeper.engine.EngineClient} keeps one {@link io.lockkeeper.engine.LocalLock} for each name
 * that is held or waited for here. Its {@link io.lockkeeper.engine.LockMachine} makes every transition of the name; it has two
 * sides, which meet in one rule: a claim is made when nothing is held that leaves no room for it.
 *
 * <pre>
 *   claiming   Idle ──▶ Asking ◀──▶ Queued, Pausing ──last waiter left──▶ Withdrawing ──▶ Idle    (ClaimState)
 *                          │ granted
 *                          ▼
 *   holding    none ──▶ held ◀──▶ held by the next waiter here ──▶ on its way back ──▶ none         (Tenure)
 *                          └──closed, but to stay taken──▶ left to expire ──▶ none
 * </pre>
 *
 * <p>Every transition is made under the name's {@link io.lockkeeper.engine.Guard}; what follows from it (requests, wake-ups,
 * listeners) is noted and carried out after the guard is left, one by one, each whatever became of the others. So no lock
 * is held while a store or a listener is called. May import the API, the SPI and {@code io.lockkeeper.time}; knows no
 * particular store.
 */
@NullMarked
package io.lockkeeper.engine;

import org.jspecify.annotations.NullMarked;
