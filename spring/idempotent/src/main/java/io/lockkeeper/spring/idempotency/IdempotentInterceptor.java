package io.lockkeeper.spring.idempotency;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** Runs the calls of annotated methods once for each key. */
final class IdempotentInterceptor implements MethodInterceptor {

    private final IdempotentMethods methods;

    IdempotentInterceptor(IdempotentMethods methods) {
        this.methods = methods;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation call) throws Throwable {
        Object target = call.getThis();
        Class<?> type = target == null ? call.getMethod().getDeclaringClass() : target.getClass();
        IdempotentMethod method = methods.get(call.getMethod(), type);
        return switch (method.returned().kind()) {
            case VALUE -> BlockingCall.run(method, call);
            case FUTURE -> FutureCall.run(method, call);
            case PUBLISHER -> ReactiveCall.run(method, call);
        };
    }
}
