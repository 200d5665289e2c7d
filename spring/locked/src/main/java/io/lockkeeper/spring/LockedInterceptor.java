package io.lockkeeper.spring;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** Runs the calls of annotated methods under their locks. */
final class LockedInterceptor implements MethodInterceptor {

    private final LockedMethods methods;

    LockedInterceptor(LockedMethods methods) {
        this.methods = methods;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation call) throws Throwable {
        Object target = call.getThis();
        Class<?> type = target == null ? call.getMethod().getDeclaringClass() : target.getClass();
        LockedMethod method = methods.get(call.getMethod(), type);
        return switch (method.kind()) {
            case VALUE -> BlockingCall.run(method, call);
            case FUTURE -> FutureCall.run(method, call);
            case PUBLISHER -> ReactiveCall.run(method, call);
        };
    }
}
