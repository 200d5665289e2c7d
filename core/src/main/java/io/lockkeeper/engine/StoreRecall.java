package io.lockkeeper.engine;

import io.lockkeeper.ClientClosedException;
import io.lockkeeper.Holding;
import io.lockkeeper.LockException;
import io.lockkeeper.LockRecall;
import io.lockkeeper.LockStatus;
import io.lockkeeper.RecallOutcome;
import io.lockkeeper.store.Recall;
import io.lockkeeper.store.Recall.Asked;
import io.lockkeeper.time.Timer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The recall of a store that can pass one on. It is repeated, since a message may be lost, and the store is looked at until
 * the holder has let go.
 *
 * @param store the store
 * @param context the client's time
 * @param closed whether the client is closed
 */
record StoreRecall(Recall store, Context context, BooleanSupplier closed) implements LockRecall {

    private static final long REPEAT = TimeUnit.SECONDS.toNanos(1);
    private static final long SHORTEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(200);

    private static final long LOOKS_WHETHER_CLOSED_MILLIS = 50;

    /** Whoever does not listen by then does not begin to: a holder may have acquired the lock a moment ago. */
    private static final long UNTIL_DEAF = TimeUnit.SECONDS.toNanos(2);

    @Override
    public RecallOutcome recall(String name, Duration wait) throws InterruptedException {
        return recall(Names.check(name), null, checked(wait));
    }

    @Override
    public RecallOutcome recall(String name, Holding holding, Duration wait) throws InterruptedException {
        return recall(Names.check(name), holding, checked(wait));
    }

    private static long checked(Duration wait) {
        if (wait.isNegative()) {
            throw new IllegalArgumentException("A recall waits for zero or more; this one for " + wait + ".");
        }
        return Nanos.of(wait);
    }

    private RecallOutcome recall(String name, @Nullable Holding only, long wait) throws InterruptedException {
        try {
            return recalled(name, only, wait);
        } catch (LockException failure) {
            checkOpen(name); // A request that was under way when the client was closed.
            throw failure;
        }
    }

    private RecallOutcome recalled(String name, @Nullable Holding only, long wait) throws InterruptedException {
        long began = context.now();
        Asked asked = ask(name, only);
        if (asked == null) {
            return current(name)
                    .filter(other -> only != null && !other.isSameGrant(only))
                    .<RecallOutcome>map(RecallOutcome.Changed::new)
                    .orElseGet(RecallOutcome.NotHeld::new);
        }
        Holding holding = asked.holding();
        boolean mayListen = asked.mayListen();
        long asksAgain = REPEAT;
        for (long pause = SHORTEST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
            Optional<Holding> held = current(name).filter(holding::isSameGrant);
            long waited = context.now() - began;
            // A look may be answered by a replica that is behind, and a holder may have begun to listen.
            if (held.isEmpty() || waited >= asksAgain || (!mayListen && waited >= UNTIL_DEAF)) {
                asked = ask(name, holding);
                if (asked == null) {
                    return new RecallOutcome.Released(holding);
                }
                mayListen |= asked.mayListen();
                asksAgain = waited + REPEAT;
            }
            long left = (mayListen ? wait : Math.min(wait, UNTIL_DEAF)) - waited;
            if (left <= 0) {
                return new RecallOutcome.Kept(held.orElse(asked.holding()));
            }
            sleep(name, Math.min(pause, left));
        }
    }

    /** Null if the lock is not held, or not by this holder: the store decides that where the lock is kept. */
    private @Nullable Asked ask(String name, @Nullable Holding only) {
        checkOpen(name);
        return StoreCatalogue.await(store.recall(name, only)).orElse(null);
    }

    private Optional<Holding> current(String name) {
        checkOpen(name);
        return StoreCatalogue.await(store.inspect(name)).flatMap(LockStatus::holding);
    }

    /** The timer of a client that is closed calls nobody. */
    private void sleep(String name, long nanos) throws InterruptedException {
        CountDownLatch over = new CountDownLatch(1);
        Timer.Scheduled end = context.after(nanos, over::countDown);
        try {
            do {
                checkOpen(name);
            } while (!over.await(LOOKS_WHETHER_CLOSED_MILLIS, TimeUnit.MILLISECONDS));
        } finally {
            end.cancel();
        }
    }

    private void checkOpen(String name) {
        if (closed.getAsBoolean()) {
            throw new ClientClosedException(name);
        }
    }
}
