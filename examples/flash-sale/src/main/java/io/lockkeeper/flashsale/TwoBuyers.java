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

        List<ServiceProcess> paying = new ArrayList<>();
        for (ServiceProcess service : both) {
            String line = service.await("read", "waits");
            sale.tell("Process %d %s", service.pid(), inWords(line));
            if (line.startsWith("read")) {
                paying.add(service);
            }
        }
        for (ServiceProcess service : paying) {
            service.tell("pay");
        }
        Tally tally = Tally.NONE;
        for (ServiceProcess service : both) {
            Receipt receipt = service.receipt();
            sale.tell("Process %d: %s", service.pid(), receipt.inWords());
            tally = tally.plus(receipt);
        }
        return verdict(sale, tally.items(), sale.left(article));
    }

    private boolean verdict(Sale sale, int sold, int left) {
        if (sold > STOCK) {
            sale.tell("OVERSOLD: %d items of %d are paid for, and the stock says that %d are left.", sold, STOCK, left);
        } else {
            sale.tell("Right: exactly one order got its items; %d sold and %d left make %d.", sold, left, STOCK);
        }
        boolean one = (sold == 3 || sold == 2) && sold + left == STOCK;
        return safety == Safety.LOCKED ? one : sold == 5;
    }

    private static String inWords(String line) {
        String[] words = line.split(" ", 2);
        return words[0].equals("waits")
                ? "waits for the lock, held by " + words[1] + "."
                : "looks: " + words[1].split(" ", 2)[0] + " are left, that is enough. The customer pays ...";
    }
}
