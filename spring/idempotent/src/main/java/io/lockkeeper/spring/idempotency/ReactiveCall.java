package io.lockkeeper.spring.idempotency;

import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.LeasedAttempt;
import io.lockkeeper.idempotency.LeasedIdempotency;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * A call that returns a {@code Mono}. Each subscription is a request. Whoever cancels gives up while it waits; once the body has begun, it
 * runs to its end, and its outcome is stored. No thread is blocked.
 */
final class ReactiveCall {

    private ReactiveCall() {}

    static Mono<Object> run(IdempotentMethod method, MethodInvocation invocation) {
        MethodInvocation original = FutureCall.own(invocation);
        Mono<Object> request = Mono.deferContextual(context -> {
            // What follows is needed by each subscription anew.
            MethodInvocation own = FutureCall.own(original);
            IdempotentCall<@Nullable Object> call = method.call(own);
            LeasedIdempotency idempotency = method.leased();
            ReactiveAttempt.requireNotNested(context, idempotency, call.key());
            return Mono.fromCompletionStage(() -> idempotency.runAsync(
                            call,
                            attempt -> body(own, idempotency, attempt, context)
                                    .mapNotNull(method.returned()::stored)
                                    .toFuture()))
                    .mapNotNull(method.returned()::answer);
        });
        return Transactions.arePresent()
                ? ReactiveTransactions.refuse(method::inTransaction).then(request)
                : request;
    }

    private static Mono<Object> body(
            MethodInvocation own, LeasedIdempotency idempotency, LeasedAttempt attempt, ContextView context)
            throws Exception {
        @SuppressWarnings("unchecked") // by the method's return type
        Mono<Object> mono = (Mono<Object>) CurrentAttempt.in(attempt, () -> BlockingCall.proceed(own));
        if (mono == null) {
            throw new IllegalStateException(own.getMethod() + " returned null, not a Mono");
        }
        return mono.contextWrite(inner -> ReactiveAttempt.with(inner.putAll(context), idempotency, attempt));
    }
}
