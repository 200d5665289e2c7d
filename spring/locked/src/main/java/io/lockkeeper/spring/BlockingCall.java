package io.lockkeeper.spring;

import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockTimeoutException;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** A call whose work is over when it returns. */
final class BlockingCall {

    private BlockingCall() {}

    static @Nullable Object run(LockedMethod method, MethodInvocation call) throws Throwable {
        Entry entry;
        try {
            entry = Entry.of(method, call);
        } catch (LockTimeoutException busy) {
            return method.busy().answer(call, busy);
        }
        Object result;
        try {
            result = call.proceed();
            method.requireOver(result);
        } catch (Throwable failure) {
            entry.leave();
            throw released(method, entry, failure);
        }
        entry.leave();
        TransactionGuard guard = method.guard();
        if (guard != null) {
            guard.afterSuccess(entry.scope());
        }
        try {
            entry.release();
        } catch (LeaseLostException lost) {
            LeaseLostException told = method.told(lost);
            if (told != null) {
                throw told;
            }
        }
        return result;
    }

    /** Releases after a failure: that is what the caller gets, unless it is but the interrupt by the loss. */
    static Throwable released(LockedMethod method, Entry entry, Throwable failure) {
        try {
            entry.release();
            return failure;
        } catch (LeaseLostException lost) {
            LeaseLostException told = method.told(lost);
            if (told == null) {
                return failure;
            }
            boolean interrupted = method.onLoss() == OnLoss.INTERRUPT && failure instanceof InterruptedException;
            if (interrupted) {
                LossInterrupt.sendAgain(); // The calls around do not learn of it by the exception.
            }
            Throwable first = interrupted ? told : failure;
            first.addSuppressed(interrupted ? failure : told);
            return first;
        }
    }
}
