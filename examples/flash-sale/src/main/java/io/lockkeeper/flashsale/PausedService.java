package io.lockkeeper.flashsale;

import io.lockkeeper.Guarantees;
import java.io.IOException;
import java.time.Duration;

/** A service that is stopped in the middle of an order, between its look into the stock and its write, and goes on later. */
record PausedService() implements Scene {

    private static final String ARTICLE = "clocks";
    private static final int STOCK = 4;

    @Override
    public boolean play(Sale sale) throws IOException, InterruptedException {
        ServiceProcess slow = sale.services().first();
        ServiceProcess quick = sale.services().second();
        boolean leases = sale.store().expiry() == Guarantees.Expiry.STORE_CLOCK;
        sale.supply(ARTICLE, STOCK);

        slow.tell(new SingleOrder(ARTICLE, 3, Safety.LOCKED, Duration.ofSeconds(30)));
        String read = slow.await("read");
        Receipt second;
        try (Pause pause = Pause.of(slow)) {
            sale.tell(
                    "Process %d holds the lock (token %s), sees 4, wants to sell 3, and is stopped.",
                    pause.pid(), read.split(" ", 3)[2]);
            Duration patience = leases ? Duration.ofSeconds(30) : Duration.ofMillis(500);
            quick.tell(new SingleOrder(ARTICLE, 2, Safety.LOCKED, patience));
            second = meanwhile(sale, quick, leases);
        }
        sale.tell("Process %d goes on, and writes what it had in mind.", slow.pid());
        slow.tell("pay");
        Receipt first = slow.receipt();
        sale.tell("Process %d: %s", slow.pid(), first.inWords());

        int sold = Tally.NONE.plus(first).plus(second).items();
        int left = sale.left(ARTICLE);
        sale.tell("%d sold and %d left make %d.", sold, left, sold + left);
        boolean held = leases ? first instanceof Receipt.TooLate : second instanceof Receipt.GaveUp;
        return held && sold + left == STOCK;
    }

    private static Receipt meanwhile(Sale sale, ServiceProcess quick, boolean leases)
            throws IOException, InterruptedException {
        if (leases) {
            String read = quick.await("read");
            sale.tell(
                    "Process %d waits until the lease of %s has ended, and gets the lock (token %s).",
                    quick.pid(), SingleOrder.LEASE.toMillis() + " ms", read.split(" ", 3)[2]);
            quick.tell("pay");
        }
        Receipt receipt = quick.receipt();
        sale.tell("Process %d: %s", quick.pid(), receipt.inWords());
        if (receipt instanceof Receipt.GaveUp) {
            sale.tell(
                    "Nobody gets in: the kernel keeps the lock of a process as long as the process lives, stopped or not.");
        }
        return receipt;
    }
}
