package io.lockkeeper.engine;

/**
 * What a lock has asked its store for. {@link ClaimCycle} makes the transitions:
 *
 * <pre>
 *           begin            answered: queued
 *   Idle ─────────▶ Asking ──────────────────▶ Queued ──recheck──▶ Asking
 *    ▲                │  ▲                        │
 *    │   granted,     │  │ recheck                │ granted by push
 *    │◀──refused──────┤  │                        ▼
 *    │                └──┴─▶ Pausing            Idle
 *    │            busy, no answer
 *    │
 *    └──answered── Withdrawing ◀──the last waiter left── Asking, Queued, Pausing
 * </pre>
 */
sealed interface ClaimState {

    /** Nothing is asked for. */
    record Idle() implements ClaimState {}

    /**
     * A request is under way.
     *
     * @param attempt what for
     * @param again whether the claim is to be sent again after the answer, which may be outdated
     */
    record Asking(Attempt attempt, boolean again) implements ClaimState {}

    /**
     * The store remembers the claim and pushes its grant.
     *
     * @param attempt what for
     */
    record Queued(Attempt attempt) implements ClaimState {}

    /**
     * The store was busy or did not answer; the claim is sent again after a pause.
     *
     * @param attempt what for
     */
    record Pausing(Attempt attempt) implements ClaimState {}

    /**
     * The claim is being made undone.
     *
     * @param attempt what for
     */
    record Withdrawing(Attempt attempt) implements ClaimState {}
}
