package io.lockkeeper.websale;

import io.lockkeeper.Holding;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockException;
import io.lockkeeper.LockStatus;
import io.lockkeeper.websale.shop.ShopService;
import io.lockkeeper.websale.shop.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Looks at the database, the lock store and the services. Safe for use by many threads. */
final class Observer {

    private static final int LATEST = 8;

    private final Arguments arguments;
    private final LockClient locks;
    private final ShopDatabase database;
    private final Services services;
    private final Buyers buyers;

    /** The greatest token that was seen. */
    private long greatest;

    Observer(Arguments arguments, LockClient locks, ShopDatabase database, Services services, Buyers buyers) {
        this.arguments = arguments;
        this.locks = locks;
        this.database = database;
        this.services = services;
        this.buyers = buyers;
    }

    synchronized Snapshot look() {
        Buyers.State state = buyers.state();
        Map<String, ShopDatabase.Share> shares =
                database.shares().stream().collect(Collectors.toMap(ShopDatabase.Share::service, Function.identity()));
        List<Snapshot.Service> seen = new ArrayList<>();
        for (int service = 0; service < services.names().size(); service++) {
            String name = services.names().get(service);
            ServiceProcess process = services.all().get(service);
            Optional<Status> status = process.status();
            greatest = Math.max(greatest, status.map(Status::token).orElse(0L));
            ShopDatabase.Share share = shares.getOrDefault(name, new ShopDatabase.Share(name, 0, 0));
            seen.add(new Snapshot.Service(
                    name,
                    process.port(),
                    process.pid(),
                    process.condition(),
                    status.map(Status::waiting).orElse(null),
                    share.orders(),
                    share.items()));
        }
        List<ShopDatabase.Entry> latest = database.latest(LATEST);
        latest.forEach(order -> greatest = Math.max(greatest, Long.parseLong(order.token())));
        return new Snapshot(
                arguments.article(),
                locks.guarantees().store(),
                state,
                buyers.locked(),
                buyers.perSecond(),
                arguments.stock(),
                database.figures(),
                buyers.unanswered(),
                holder(),
                seen,
                latest);
    }

    /** The store names the holder; the services know newer tokens, if orders of one service pass the lock on to each other. */
    private Snapshot.@Nullable Holder holder() {
        try {
            Optional<Holding> holding = locks.inspection()
                    .flatMap(inspection -> inspection.inspect(ShopService.LOCK))
                    .flatMap(LockStatus::holding);
            greatest = Math.max(greatest, holding.map(Holding::token).orElse(0L));
            return holding.map(held -> new Snapshot.Holder(
                            held.holder().description(), held.holder().pid(), "" + greatest))
                    .orElse(null);
        } catch (LockException unavailable) {
            return null; // The next look shows it again.
        }
    }
}
