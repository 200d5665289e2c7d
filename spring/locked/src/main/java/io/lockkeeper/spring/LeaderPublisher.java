package io.lockkeeper.spring;

import java.util.concurrent.CancellationException;
import org.aopalliance.intercept.MethodInvocation;
import org.reactivestreams.Publisher;
import org.springframework.aop.ProxyMethodInvocation;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/** A call that returns a publisher. Each subscription runs the body if this process leads then, and else is empty. */
final class LeaderPublisher {

    private LeaderPublisher() {}

    static Object of(OnlyLeaderMethod method, ElectionLifecycle elections, MethodInvocation call) {
        Class<?> type = method.method().getReturnType();
        return ReactiveCall.publisher(type, Flux.defer(() -> {
            Sinks.Empty<Object> end = Sinks.empty();
            Lead lead = elections.lead(method.election());
            LeaderCall begun = lead == null ? null : lead.begin(() -> new LeaderCall(lead, () -> cancel(end)));
            if (begun == null) {
                return Flux.empty();
            }
            MethodInvocation own = call instanceof ProxyMethodInvocation proxy ? proxy.invocableClone() : call;
            Publisher<Object> body = ReactiveCall.publisher(() -> begun.begin(own::proceed), type);
            Flux<Object> all = method.interrupt() ? Flux.from(body).takeUntilOther(end.asMono()) : Flux.from(body);
            return all.doFinally(signal -> begun.end());
        }));
    }

    private static void cancel(Sinks.Empty<Object> end) {
        Sinks.EmitResult unused = end.tryEmitError(new CancellationException("This process does not lead any more."));
    }
}
