package io.lockkeeper.spring.idempotency;

import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.LeasedAttempt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;

/** A call whose work is over when the stage that it returns is completed. The calling thread waits for nothing, and does not run the body. */
final class FutureCall {

    private FutureCall() {}

    static CompletionStage<@Nullable Object> run(IdempotentMethod method, MethodInvocation invocation) {
        MethodInvocation own = own(invocation);
        IdempotentCall<@Nullable Object> call;
        try {
            call = method.call(invocation);
        } catch (RuntimeException wrong) {
            return CompletableFuture.failedFuture(wrong);
        }
        return method.leased()
                .runAsync(call, attempt -> begun(own, attempt).thenApply(method.returned()::stored))
                .toCompletableFuture()
                .thenApply(method.returned()::answer);
    }

    /** For the thread that runs the body: the one that made it may have left. */
    static MethodInvocation own(MethodInvocation invocation) {
        return invocation instanceof ProxyMethodInvocation proxy ? proxy.invocableClone() : invocation;
    }

    private static CompletionStage<@Nullable Object> begun(MethodInvocation own, LeasedAttempt attempt)
            throws Exception {
        @SuppressWarnings("unchecked") // by the method's return type
        CompletionStage<@Nullable Object> stage =
                (CompletionStage<@Nullable Object>) CurrentAttempt.in(attempt, () -> BlockingCall.proceed(own));
        if (stage == null) {
            throw new IllegalStateException(own.getMethod() + " returned null, not a CompletionStage");
        }
        return stage;
    }
}
