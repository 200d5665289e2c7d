package io.lockkeeper.spring;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * A subscription's entry into a locked method. It exists before the lock is asked for, so that a cancellation at any time
 * finds what is to be released.
 */
final class ReactiveEntry {

    private final LockedMethod method;
    private final MethodInvocation call;
    private final @Nullable HeldScope outer;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final Sinks.Empty<Object> lost = Sinks.empty();
    private volatile @Nullable CompletableFuture<?> acquiring;
    private volatile @Nullable HeldScope scope;
    private volatile @Nullable LockTimeoutException busy;

    ReactiveEntry(LockedMethod method, MethodInvocation call, @Nullable HeldScope inContext) {
        this.method = method;
        this.call = call;
        this.outer = inContext != null ? inContext : HeldScope.current();
    }

    LockedMethod method() {
        return method;
    }

    HeldScope scope() {
        return Objects.requireNonNull(scope);
    }

    LockTimeoutException busy() {
        return Objects.requireNonNull(busy);
    }

    /** Whether the locks could be acquired; fails for any other reason than that they are held. */
    Mono<Boolean> acquired() {
        Locks locks = method.locks(call);
        List<Lease> entered = method.entered(locks, outer);
        HeldScope.keepUntil(outer, entered, end);
        if (entered.size() == locks.names().size()) {
            enter(entered, List.of());
            return Mono.just(true);
        }
        method.beforeAcquiring();
        CompletableFuture<?> asked = (entered.isEmpty() ? locks : method.missing(locks, entered)).acquireAsync();
        acquiring = asked;
        return Mono.fromFuture(asked, true)
                .map(granted -> {
                    Held held = Held.of(granted);
                    List<Lease> all = new ArrayList<>(entered);
                    all.addAll(held.leases());
                    enter(all, held.leases());
                    if (method.onLoss() == OnLoss.INTERRUPT) {
                        held.onLost(this::cancelBody);
                    }
                    return true;
                })
                .onErrorResume(LockTimeoutException.class, held -> {
                    busy = held;
                    return Mono.just(false);
                });
    }

    private void enter(List<Lease> leases, List<Lease> own) {
        scope = new HeldScope(method.target().client(), leases, own, outer, false);
    }

    private void cancelBody(LeaseLoss loss) {
        Sinks.EmitResult unused = lost.tryEmitError(new LeaseLostException(loss));
    }

    /** The body, which a loss cancels if that is wanted. */
    Publisher<Object> untilLost(Publisher<Object> body) {
        return method.onLoss() == OnLoss.INTERRUPT ? Flux.from(body).takeUntilOther(lost.asMono()) : body;
    }

    /** Releases what was acquired, or withdraws what was not yet. Fails if the lock was lost, unless that is to be ignored. */
    Mono<Void> release() {
        return Mono.fromFuture(this::released)
                .onErrorResume(LeaseLostException.class, loss -> {
                    LeaseLostException told = method.told(loss);
                    return told == null ? Mono.empty() : Mono.error(told);
                })
                .doOnTerminate(() -> end.complete(null)) // Before the caller knows, who may release next.
                .doOnCancel(() -> end.complete(null));
    }

    private CompletableFuture<Void> released() {
        CompletableFuture<?> asked = acquiring;
        if (asked == null || asked.cancel(false) || asked.isCompletedExceptionally()) {
            return CompletableFuture.completedFuture(null);
        }
        try {
            Held held = Held.of(Objects.requireNonNull(asked.join()));
            HeldScope entered = scope;
            return entered == null ? held.closeAsync() : Release.async(entered, held);
        } catch (CompletionException never) {
            return CompletableFuture.failedFuture(never);
        }
    }
}
