package io.lockkeeper.websale;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the page shows, at one moment.
 *
 * @param article what is for sale
 * @param store where the locks are kept
 * @param state whether the buyers order
 * @param locked whether the next orders take the lock
 * @param rate how many orders are placed in a second
 * @param offered how many items were for sale in the beginning
 * @param figures what the database says
 * @param unanswered how many orders got no answer
 * @param holder who holds the lock, as the store says; null for nobody
 * @param services the services
 * @param latest the latest orders, the newest first
 */
record Snapshot(
        String article,
        String store,
        Buyers.State state,
        boolean locked,
        int rate,
        int offered,
        ShopDatabase.Figures figures,
        int unanswered,
        @Nullable Holder holder,
        List<Service> services,
        List<ShopDatabase.Entry> latest) {

    /**
     * The holder of the lock.
     *
     * @param service the service's name
     * @param pid its process
     * @param token its fencing token, the last that is known; as text, because it may be greater than the numbers that
     *     browsers can tell apart
     */
    record Holder(String service, long pid, String token) {}

    /**
     * A service.
     *
     * @param name its name
     * @param port its port; 0 while that is not known
     * @param pid its process
     * @param condition whether it takes orders
     * @param waiting how many of its orders wait for the lock; null if it does not say
     * @param orders how many orders it accepted
     * @param items how many items it sold
     */
    record Service(
            String name,
            int port,
            long pid,
            ServiceProcess.Condition condition,
            @Nullable Integer waiting,
            int orders,
            int items) {}
}
