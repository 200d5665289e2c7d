package io.lockkeeper.engine;

import io.lockkeeper.Holding;
import io.lockkeeper.LockRecall;
import io.lockkeeper.LockStatus;
import io.lockkeeper.RecallOutcome;
import io.lockkeeper.store.Recall;
import io.lockkeeper.store.Recall.Asked;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The recall of a store that can pass one on. It is repeated, since a message may be lost, and the store is looked at until
 * the holder has let go.
 *
 * @param store the store
 * @param context the client's time
 */
record StoreRecall(Recall store, Context context) implements LockRecall {

    private static final long REPEAT = TimeUnit.SECONDS.toNanos(1);
    private static final long SHORTEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(200);

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
        long began = context.now();
        Optional<Asked> asked = StoreCatalogue.await(store.recall(name, only));
        if (asked.isEmpty()) {
            return current(name).<RecallOutcome>map(RecallOutcome.Changed::new).orElseGet(RecallOutcome.NotHeld::new);
        }
        Holding holding = asked.get().holding();
        boolean mayListen = asked.get().mayListen();
        long asksAgain = REPEAT;
        for (long pause = SHORTEST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
            Optional<Holding> held = current(name).filter(holding::isSameGrant);
            if (held.isEmpty()) {
                return new RecallOutcome.GivenUp(holding);
            }
            long waited = context.now() - began;
            long left = (mayListen ? wait : Math.min(wait, UNTIL_DEAF)) - waited;
            if (left <= 0) {
                return new RecallOutcome.Kept(held.get());
            }
            if (waited >= asksAgain) {
                mayListen |= StoreCatalogue.await(store.recall(name, holding))
                        .map(Asked::mayListen)
                        .orElse(false);
                asksAgain = waited + REPEAT;
            }
            sleep(Math.min(pause, left));
        }
    }

    private Optional<Holding> current(String name) {
        return StoreCatalogue.await(store.inspect(name)).flatMap(LockStatus::holding);
    }

    private void sleep(long nanos) throws InterruptedException {
        CountDownLatch over = new CountDownLatch(1);
        context.after(nanos, over::countDown);
        over.await();
    }
}
