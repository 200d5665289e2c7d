package io.lockkeeper.flashsale;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.LockOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/**
 * Many orders for one to three items, served by several threads as fast as they can.
 *
 * @param article what is bought
 * @param orders how many orders this process serves
 * @param threads by how many threads
 * @param seed where its random numbers begin
 * @param safety with or without the lock
 */
record Rush(String article, int orders, int threads, long seed, Safety safety) {

    private static final int GREATEST_ORDER = 3;
    private static final long CHARGE_NANOS = 200_000;

    /** The rush as a line, which {@link #parse} reads. */
    @Override
    public String toString() {
        return "rush " + article + " " + orders + " " + threads + " " + seed + " " + safety;
    }

    static Rush parse(String[] words) {
        return new Rush(
                words[1],
                Integer.parseInt(words[2]),
                Integer.parseInt(words[3]),
                Long.parseLong(words[4]),
                Safety.valueOf(words[5]));
    }

    Tally serve(Shop shop) throws IOException, InterruptedException, ExecutionException {
        ExecutorService clerks = Executors.newFixedThreadPool(threads);
        try (StockFile stock = shop.stock(article)) {
            Checkout checkout = new Checkout(stock, (amount, token) -> LockSupport.parkNanos(CHARGE_NANOS));
            List<Callable<Tally>> shares = new ArrayList<>();
            for (int clerk = 0; clerk < threads; clerk++) {
                int share = orders / threads + (clerk < orders % threads ? 1 : 0);
                Random random = new Random(seed + clerk);
                shares.add(() -> serve(share, random, checkout, shop));
            }
            Tally tally = Tally.NONE;
            for (Future<Tally> share : clerks.invokeAll(shares)) {
                tally = tally.plus(share.get());
            }
            return tally;
        } finally {
            clerks.shutdown();
        }
    }

    private Tally serve(int share, Random random, Checkout checkout, Shop shop)
            throws IOException, InterruptedException {
        DistributedLock lock = shop.lock(article);
        LockOptions options = shop.lockOptions();
        Tally tally = Tally.NONE;
        for (int order = 0; order < share; order++) {
            int items = 1 + random.nextInt(GREATEST_ORDER);
            tally = tally.plus(
                    safety == Safety.LOCKED ? checkout.withLock(items, lock, options) : checkout.withoutLock(items));
        }
        return tally;
    }
}
