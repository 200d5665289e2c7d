package io.lockkeeper.spring.idempotency;

import io.lockkeeper.idempotency.Attempt;
import io.lockkeeper.idempotency.IdempotentAction;
import io.lockkeeper.idempotency.Outcome;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.concurrent.CancellationException;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** A call whose work is over when it returns. */
final class BlockingCall {

    private BlockingCall() {}

    static @Nullable Object run(IdempotentMethod method, MethodInvocation invocation) throws Throwable {
        Body body = new Body(method.returned(), invocation);
        Outcome<@Nullable Object> outcome;
        try {
            outcome = method.idempotency().run(method.call(invocation), body);
        } catch (InterruptedException interrupted) {
            if (body.began) {
                throw interrupted; // The body's own.
            }
            Thread.currentThread().interrupt();
            CancellationException cancelled = new CancellationException(
                    "The thread was interrupted while it waited for the request in flight or the store");
            cancelled.initCause(interrupted);
            throw cancelled;
        }
        return method.returned().answer(outcome);
    }

    /** The method itself. */
    private static final class Body implements IdempotentAction<@Nullable Object, Exception> {

        private final Returned returned;
        private final MethodInvocation invocation;
        private boolean began;

        Body(Returned returned, MethodInvocation invocation) {
            this.returned = returned;
            this.invocation = invocation;
        }

        @Override
        @SuppressWarnings("NullAway") // T is nullable here
        public @Nullable Object run(Attempt attempt) throws Exception {
            began = true;
            return CurrentAttempt.in(attempt, () -> returned.stored(proceed(invocation)));
        }
    }

    static @Nullable Object proceed(MethodInvocation invocation) throws Exception {
        try {
            return invocation.proceed();
        } catch (Exception | Error failure) {
            throw failure;
        } catch (Throwable neither) {
            throw new UndeclaredThrowableException(neither);
        }
    }
}
