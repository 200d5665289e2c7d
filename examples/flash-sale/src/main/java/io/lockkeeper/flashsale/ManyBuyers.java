package io.lockkeeper.flashsale;

import java.io.IOException;
import java.util.List;

/**
 * Many random orders in all processes at once, about twice as many items as there are.
 *
 * @param options how many orders, processes and threads
 * @param safety with or without the lock
 */
record ManyBuyers(Options options, Safety safety) implements Scene {

    @Override
    public boolean play(Sale sale) throws IOException, InterruptedException {
        String article = "lamps-" + safety;
        int stock = options.orders();
        sale.supply(article, stock);
        long began = System.nanoTime();
        Tally tally = serve(sale.services().all(), article);
        double seconds = (System.nanoTime() - began) / 1e9;
        Count count = sale.count(article, stock, tally);

        boolean right = count.exact() && tally.overlaps() == 0;

        if (count.oversold()) {
            int missing = count.sold() - stock;
            sale.tell("OVERSOLD by %,d: so many items are paid for that don't exist. %s.", missing, count);
        } else {
            sale.tell(right ? "Right, not one too many, not one lost: %s." : "WRONG: %s.", count);
        }
        sale.tell("%.1f s, %,.0f orders a second.", seconds, tally.orders() / seconds);
        if (safety == Safety.LOCKED) {
            sale.tell("Orders that the stock refused for their old token: %d.", tally.refused() + tally.overlaps());
            if (tally.overlaps() > 0) {
                sale.tell("Of them, orders whose service held the lock: %d.", tally.overlaps());
            }
        }
        return tally.orders() == options.orders() && (right || safety == Safety.UNLOCKED);
    }

    private Tally serve(List<ServiceProcess> services, String article) throws IOException, InterruptedException {
        int number = services.size();
        for (int service = 0; service < number; service++) {
            int share = options.orders() / number + (service < options.orders() % number ? 1 : 0);
            long seed = options.seed() + (long) service * options.threads();
            services.get(service).tell(new Rush(article, share, options.threads(), seed, safety));
        }
        Tally tally = Tally.NONE;
        for (ServiceProcess service : services) {
            tally = tally.plus(Tally.parse(service.await(List.of("tally"))));
        }
        return tally;
    }
}
