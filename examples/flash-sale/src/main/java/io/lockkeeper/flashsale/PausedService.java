package io.lockkeeper.flashsale;

import io.lockkeeper.Guarantees;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A service that is stopped in the middle of an order, between its look into the stock and its write, and goes on later. */
record PausedService() implements Scene {

    private static final String ARTICLE = "clocks";
    private static final int STOCK = 4;

    @Override
    public boolean play(Sale sale) throws IOException, InterruptedException {
        ServiceProcess slow = sale.services().first();
        ServiceProcess quick = sale.services().second();
        boolean ends = sale.opening().expiry() != Guarantees.Expiry.PROCESS_END;
        sale.supply(ARTICLE, STOCK);

        slow.tell(new SingleOrder(ARTICLE, 3, Safety.LOCKED, Duration.ofSeconds(30)));
        String read = slow.await(List.of("read"));
        String met;
        try (Pause pause = Pause.of(slow)) {
            sale.tell(
                    "Process %d holds the lock (%s), sees 4, wants to sell 3, and is stopped.",
                    pause.pid(), token(read));
            Duration patience = ends ? Duration.ofSeconds(30) : Duration.ofSeconds(1);
            quick.tell(new SingleOrder(ARTICLE, 2, Safety.LOCKED, patience));
            met = quick.await(List.of("read", "gaveup"));
            tellWhatTheSecondMet(sale, quick, met);
        }
        sale.tell("Process %d goes on, and writes what it had in mind.", slow.pid());
        slow.tell(SingleOrder.PAY);
        Receipt first = slow.receipt();
        sale.tell("Process %d: %s", slow.pid(), first.inWords());

        Receipt second = Receipt.parse(met).orElse(null);
        if (second == null) {
            quick.tell(SingleOrder.PAY);
            second = quick.receipt();
            sale.tell("Process %d: %s", quick.pid(), second.inWords());
        }
        Count count = sale.count(ARTICLE, STOCK, Tally.NONE.plus(first).plus(second));
        boolean held = ends
                ? first instanceof Receipt.TooLate || first instanceof Receipt.LeaseOver
                : second instanceof Receipt.GaveUp gaveUp && gaveUp.holder().contains("pid " + slow.pid());
        sale.tell(held && count.exact() ? "Right: %s." : "WRONG: %s.", count);
        return held && count.exact();
    }

    private static void tellWhatTheSecondMet(Sale sale, ServiceProcess quick, String met) {
        if (met.startsWith("read")) {
            sale.tell(
                    "Process %d gets the lock when %s has ended (%s), and sees 4.",
                    quick.pid(), whatEnds(sale), token(met));
        } else {
            Receipt receipt = Receipt.parse(met).orElseThrow();
            sale.tell("Process %d: %s", quick.pid(), receipt.inWords());
            if (receipt instanceof Receipt.GaveUp) {
                sale.tell("(The kernel keeps the lock of a process while the process lives, stopped or not.)");
            }
        }
    }

    private static String whatEnds(Sale sale) {
        return sale.opening().expiry() == Guarantees.Expiry.SESSION_END
                ? "the session of the other"
                : "the lease of " + SingleOrder.LEASE.toMillis() + " ms";
    }

    private static String token(String read) {
        String token = read.split(" ", 3)[2];
        return token.equals(Long.toString(StockFile.NO_TOKEN)) ? "without a token" : "token " + token;
    }
}
