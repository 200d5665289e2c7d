package io.lockkeeper.spring;

import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockTimeoutException;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A call that returns a publisher. Each subscription acquires the lock, runs the body, and releases the lock when it ends, fails
 * or is cancelled. No thread is blocked.
 */
final class ReactiveCall {

    private ReactiveCall() {}

    static Object run(LockedMethod method, MethodInvocation call) {
        MethodInvocation original = call;
        Flux<Object> all = Flux.deferContextual(context -> {
            // What follows is needed by each subscription anew.
            MethodInvocation own = original instanceof ProxyMethodInvocation proxy ? proxy.invocableClone() : original;
            ReactiveEntry entry = new ReactiveEntry(method, own, ReactiveLease.scope(context));
            return Flux.usingWhen(
                    Mono.just(entry),
                    opened -> opened.acquired().flatMapMany(granted -> granted ? body(opened, own) : busy(opened, own)),
                    ReactiveEntry::release,
                    (opened, failure) -> opened.release().onErrorResume(LeaseLostException.class, lost -> {
                        if (lost != failure) {
                            failure.addSuppressed(lost);
                        }
                        return Mono.empty();
                    }),
                    opened -> opened.release()
                            .doOnError(LeaseLostException.class, method::log)
                            .onErrorComplete());
        });
        return publisher(method.returns(), all);
    }

    /** A publisher of a type. */
    static Object publisher(Class<?> type, Flux<Object> all) {
        ReactiveAdapter adapter = adapter(type);
        return adapter.fromPublisher(adapter.isMultiValue() ? all : all.singleOrEmpty());
    }

    private static Publisher<Object> body(ReactiveEntry entry, MethodInvocation own) {
        return Flux.from(entry.untilLost(publisher(own::proceed, entry.method().returns())))
                .contextWrite(context -> ReactiveLease.with(context, entry.scope()));
    }

    private static Publisher<Object> busy(ReactiveEntry entry, MethodInvocation own) {
        LockTimeoutException busy = entry.busy();
        return publisher(
                () -> entry.method().busy().answer(own, busy), entry.method().returns());
    }

    /** Something that returns a publisher. */
    interface Source {
        @Nullable
        Object get() throws Throwable;
    }

    static Publisher<Object> publisher(Source source, Class<?> type) {
        try {
            Object returned = source.get();
            return adapter(type).toPublisher(returned);
        } catch (Throwable failure) {
            return Mono.error(failure);
        }
    }

    private static ReactiveAdapter adapter(Class<?> type) {
        ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
        if (adapter == null) {
            throw new IllegalStateException(type + " is not reactive.");
        }
        return adapter;
    }

    /** An empty publisher of a type. */
    static Object nothing(Class<?> type) {
        return adapter(type).fromPublisher(Flux.empty());
    }
}
