package io.lockkeeper.idempotency.messaging;

/** The steps of a consumer, between which it may crash. */
enum Step {
    RECEIVED,
    MARKED,
    EFFECT_WRITTEN,
    COMMITTING,
    COMMITTED,
    ACKNOWLEDGED,
    NONE
}
