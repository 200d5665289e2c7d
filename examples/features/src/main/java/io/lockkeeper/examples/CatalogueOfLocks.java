package io.lockkeeper.examples;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Holding;
import io.lockkeeper.Lease;
import io.lockkeeper.LockCatalogue;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockStatus;
import java.util.concurrent.CompletableFuture;

/** The catalogue: lists locks with their holders and waiters. */
public final class CatalogueOfLocks {
    private CatalogueOfLocks() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        try (LockClient shop = connect("web shop");
                LockClient office = connect("back office");
                Lease stock = shop.lock("shop:stock").acquire();
                Lease prices = shop.lock("shop:prices").acquire()) {
            CompletableFuture<Lease> waiting = office.lock(stock.name()).acquireAsync();

            LockCatalogue catalogue = office.catalogue().orElseThrow(); // Empty if the store cannot list its locks.
            for (LockStatus lock : catalogue.list("shop:", 100)) {
                System.out.println(lock.name() + ", token " + lock.token());
                System.out.println("  held by " + lock.holder().orElseThrow() + ", since "
                        + lock.holding().flatMap(Holding::since).orElseThrow());
                System.out.println("  waiting: " + lock.waiters());
            }
            System.out.println(
                    "Of one lock: " + catalogue.inspect(prices.name()).isPresent());

            waiting.cancel(false);
        }
    }

    private static LockClient connect(String description) {
        return LockClient.connect("memory:catalogue", ClientOptions.defaults().withDescription(description));
    }
}
