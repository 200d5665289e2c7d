package io.lockkeeper.flashsale;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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

        List<Receipt> receipts = new ArrayList<>();
        List<ServiceProcess> unserved = new ArrayList<>();
        for (ServiceProcess service : both) {
            String line = service.await(Receipt.wordsAnd("read", "waits"));
            Optional<Receipt> receipt = Receipt.parse(line);
            sale.tell(
                    "Process %d%s",
                    service.pid(), receipt.map(order -> ": " + order.inWords()).orElseGet(() -> " " + inWords(line)));
            receipt.ifPresentOrElse(receipts::add, () -> unserved.add(service));
        }
        // Also the customer of a service that waits: which one is served next is up to the lock.
        for (ServiceProcess service : unserved) {
            service.tell(SingleOrder.PAY);
        }
        for (ServiceProcess service : unserved) {
            Receipt receipt = service.receipt();
            sale.tell("Process %d: %s", service.pid(), receipt.inWords());
            receipts.add(receipt);
        }
        Tally tally = receipts.stream().reduce(Tally.NONE, Tally::plus, Tally::plus);
        return verdict(sale, sale.count(article, STOCK, tally), tally);
    }

    private boolean verdict(Sale sale, Count count, Tally tally) {
        if (count.oversold()) {
            sale.tell("OVERSOLD: %s.", count);
            return safety == Safety.UNLOCKED;
        }
        boolean right = count.exact() && count.sold() > 0 && tally.overlaps() == 0;
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
