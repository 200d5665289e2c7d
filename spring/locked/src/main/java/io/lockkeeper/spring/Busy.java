package io.lockkeeper.spring;

import io.lockkeeper.LockTimeoutException;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** What a call returns or throws if its lock cannot be acquired in time. */
interface Busy {

    /** Throws what the acquisition threw. */
    Busy THROW = (call, busy) -> {
        throw busy;
    };

    @Nullable
    Object answer(MethodInvocation call, LockTimeoutException busy) throws Throwable;
}
