package io.lockkeeper.databasesale;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Orders for one to three items each, served by several threads as fast as they can.
 *
 * @param article what is bought
 * @param orders how many orders
 * @param threads by how many threads
 * @param seed where its random numbers begin
 */
record Rush(int article, int orders, int threads, long seed) {

    private static final int GREATEST_ORDER = 3;

    /** Serves the orders. How many items were sold. */
    int serve(Till till) throws InterruptedException, ExecutionException {
        ExecutorService clerks = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Integer>> shares = new ArrayList<>();
            for (int clerk = 0; clerk < threads; clerk++) {
                int share = orders / threads + (clerk < orders % threads ? 1 : 0);
                Random random = new Random(seed + clerk);
                shares.add(clerks.submit(() -> serve(till, share, random)));
            }
            int sold = 0;
            for (Future<Integer> share : shares) {
                sold += share.get();
            }
            return sold;
        } finally {
            clerks.shutdownNow();
        }
    }

    private int serve(Till till, int share, Random random) throws SQLException, InterruptedException {
        int sold = 0;
        for (int order = 0; order < share; order++) {
            int items = 1 + random.nextInt(GREATEST_ORDER);
            sold += till.sell(article, items) ? items : 0;
        }
        return sold;
    }
}
