package io.lockkeeper.zookeeper;

import io.lockkeeper.store.Claim;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A claim's place in a line: its node, as far as it is known, and what became of it. It belongs to one session, and ends with it.
 *
 * <p>What is done with a place is done step by step, in the order in which it was asked for, so that copies of a claim, its
 * withdrawal and the news about it never cross. The fields are written within steps.
 */
final class Place {

    /** What became of the claim so far. The package's documentation draws the way. */
    enum Phase {
        /** Its node is being made. */
        JOINING,
        /** Whether its node was made is unknown. */
        UNSURE,
        /** It stands in line. */
        WAITING,
        /** It is first. */
        HOLDING,
        /** Its node is to go. */
        LEAVING
    }

    final Session session;
    final String lock;
    volatile Claim claim;
    volatile Phase phase = Phase.JOINING;
    volatile @Nullable NodeName node;

    /** The transaction that made its node. */
    volatile long zxid;

    /** The path of the node before it, which is watched. */
    volatile @Nullable String before;

    /** Whether the node before it was the first when it looked last: when that is gone, it is first itself. */
    volatile boolean next;

    /** Whether the client was told that it waits; then it is told of the grant, too. */
    volatile boolean queued;

    /** Whether the client knows that others wait. */
    volatile boolean contended;

    /** Whether its line is watched and, once somebody waits behind it, its own node; before that, news of the line are old. */
    volatile boolean watched;

    /** Whether the node of its recall may be watched. */
    volatile boolean recallWatched;

    /** Until when the grant was said to last. */
    volatile long end;

    private final AtomicReference<CompletableFuture<?>> last =
            new AtomicReference<>(CompletableFuture.completedFuture(null));

    Place(Claim claim, Session session, String lock) {
        this.claim = claim;
        this.session = session;
        this.lock = lock;
    }

    /** Does the next step when all before it are done, however they ended. */
    <T> CompletableFuture<T> then(Supplier<CompletionStage<T>> step) {
        CompletableFuture<T> next = new CompletableFuture<>();
        CompletableFuture<?> before = last.getAndSet(next);
        try {
            if (before.isDone()) {
                begin(step, next);
            } else {
                var unused = before.whenComplete((result, failure) -> begin(step, next));
            }
        } catch (Throwable failure) { // Or those behind would wait for it forever.
            next.completeExceptionally(failure);
        }
        return next;
    }

    private static <T> void begin(Supplier<CompletionStage<T>> step, CompletableFuture<T> next) {
        try {
            step.get().whenComplete((result, failure) -> {
                if (failure == null) {
                    next.complete(result);
                } else {
                    next.completeExceptionally(failure);
                }
            });
        } catch (Throwable failure) { // An error, too: else nothing would ever be done with the place again.
            next.completeExceptionally(failure);
        }
    }

    /** Takes note of the node that was made. */
    void made(Requests.Made made) {
        node = NodeName.parse(Layout.last(made.path()));
        zxid = made.zxid();
    }

    /** The node's path; null while it is unknown. */
    @Nullable
    String path() {
        NodeName known = node;
        return known == null ? null : lock + '/' + known.text();
    }

    /** It has left the line: nobody recalls it any more. */
    void unwatchRecall() {
        String left = path();
        if (recallWatched && left != null) {
            recallWatched = false;
            var unused = session.ask().unwatch(Recalls.of(left));
        }
    }

    String client() {
        return claim.id().client();
    }
}
