package io.lockkeeper.flashsale;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Four items, and an order for three and one for two at the same moment, in two processes.
 *
 * <p>Each customer pays only after both services have looked into the stock, or wait for the lock. So both read before
 * either writes wherever nothing prevents it: what is rare by chance happens every time.
 *
 * @param safety with or without the lock
 */
record TwoBuyers(Safety safety) implements Scene {

    private static final int STOCK = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Override
    public boolean play(Sale sale) throws IOException, InterruptedException {
        String article = "vases-" + safety;
        sale.supply(article, STOCK);
        sale.services().first().tell(new SingleOrder(article, 3, safety, PATIENCE));
        sale.services().second().tell(new SingleOrder(article, 2, safety, PATIENCE));
        List<ServiceProcess> both =
                List.of(sale.services().first(), sale.services().second());

        Tally tally = Tally.NONE;
        List<ServiceProcess> paying = new ArrayList<>();
        List<ServiceProcess> unserved = new ArrayList<>();
        for (ServiceProcess service : both) {
            String line = service.await("read", "waits", "toolate");
            if (line.startsWith("toolate")) { // A lock that does not exclude, but a stock that does.
                tally = tally.plus(Receipt.parse(line).orElseThrow());
            } else {
                sale.tell("Process %d %s", service.pid(), inWords(line));
                unserved.add(service);
            }
            if (line.startsWith("read")) {
                paying.add(service);
            }
        }
        // Both may have waited: a session that ends while its service waits loses its place. One of them is served now.
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (paying.isEmpty() && !unserved.isEmpty() && System.nanoTime() - end < 0) {
            for (ServiceProcess service : unserved) {
                service.read().ifPresent(line -> {
                    sale.tell("Process %d %s", service.pid(), inWords(line));
                    paying.add(service);
                });
            }
        }
        for (ServiceProcess service : paying) {
            service.tell("pay");
        }
        for (ServiceProcess service : unserved) {
            Receipt receipt = service.receipt();
            sale.tell("Process %d: %s", service.pid(), receipt.inWords());
            tally = tally.plus(receipt);
        }
        return verdict(sale, sale.count(article, STOCK, tally), tally);
    }

    private boolean verdict(Sale sale, Count count, Tally tally) {
        if (count.oversold()) {
            sale.tell("OVERSOLD: %s.", count);
            return safety == Safety.UNLOCKED;
        }
        boolean right = count.exact() && count.sold() > 0 && tally.refused() == 0;
        sale.tell(right ? "Right: one order got its items, the other did not; %s." : "WRONG: %s.", count);
        return right && safety == Safety.LOCKED;
    }

    private static String inWords(String line) {
        String[] words = line.split(" ", 2);
        return words[0].equals("waits")
                ? "waits for the lock, held by " + words[1] + "."
                : "looks: " + words[1].split(" ", 2)[0] + " are left, that is enough. The customer pays ...";
    }
}
