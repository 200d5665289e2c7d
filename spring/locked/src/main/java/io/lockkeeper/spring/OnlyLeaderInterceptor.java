package io.lockkeeper.spring;

import io.lockkeeper.spring.proxies.ReturnKind;
import java.util.concurrent.CompletionStage;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** Runs the calls of annotated methods under the lead, or skips them. */
final class OnlyLeaderInterceptor implements MethodInterceptor {

    private final OnlyLeaderMethods methods;
    private final ElectionLifecycle elections;

    OnlyLeaderInterceptor(OnlyLeaderMethods methods, ElectionLifecycle elections) {
        this.methods = methods;
        this.elections = elections;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation call) throws Throwable {
        Object target = call.getThis();
        Class<?> type = target == null ? call.getMethod().getDeclaringClass() : target.getClass();
        OnlyLeaderMethod method = methods.get(call.getMethod(), type);
        return method.kind() == ReturnKind.PUBLISHER
                ? LeaderPublisher.of(method, elections, call)
                : run(method, elections.lead(method.election()), call);
    }

    private static @Nullable Object run(OnlyLeaderMethod method, @Nullable Lead lead, MethodInvocation call)
            throws Throwable {
        LeaderCall begun = lead == null ? null : lead.begin(() -> new LeaderCall(lead, method.interrupt()));
        if (begun == null) {
            return method.nothing().get();
        }
        Object result = null;
        begun.enter();
        try {
            result = call.proceed();
            method.requireOver(result);
            return result;
        } finally {
            begun.leave();
            if (result instanceof CompletionStage<?> stage) {
                CompletionStage<?> unused = stage.whenComplete((value, failure) -> begun.end());
            } else {
                begun.end();
            }
        }
    }
}
