package io.lockkeeper.idempotency.contract;

/** What programs rely on in leased mode. */
public interface LeasedIdempotencyContract
        extends IdempotencyContract, ExpiryPromise, LeasePromise, StepsPromise, AsyncPromise {}
