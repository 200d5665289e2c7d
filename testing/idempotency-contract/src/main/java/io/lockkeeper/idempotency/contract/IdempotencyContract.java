package io.lockkeeper.idempotency.contract;

/** What programs rely on, in either mode. */
public interface IdempotencyContract
        extends ReplayPromise,
                FailurePromise,
                NestingPromise,
                StormPromise,
                WaitingPromise,
                AttemptPromise,
                ResolvingPromise {}
