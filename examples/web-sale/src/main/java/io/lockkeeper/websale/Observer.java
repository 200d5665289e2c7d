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
import org.springframework.web.client.RestClientException;

/** Looks at the database, the lock store and the services. Safe for use by many threads. */
final class Observer {

    private static final int LATEST = 8;
    private static final Status NONE = new Status(0, 0);

    private final Arguments arguments;
    private final LockClient locks;
    private final ShopDatabase database;
    private final Services services;
    private final Buyers buyers;

    Observer(Arguments arguments, LockClient locks, ShopDatabase database, Services services, Buyers buyers) {
        this.arguments = arguments;
        this.locks = locks;
        this.database = database;
        this.services = services;
        this.buyers = buyers;
    }

    Snapshot look() {
        Buyers.State state = buyers.state();
        Map<String, ShopDatabase.Share> shares =
                database.shares().stream().collect(Collectors.toMap(ShopDatabase.Share::service, Function.identity()));
        List<Snapshot.Service> seen = new ArrayList<>();
        long token = 0;
        for (int service = 0; service < services.names().size(); service++) {
            String name = services.names().get(service);
            ServiceProcess process = services.all().get(service);
            Status status = status(process);
            token = Math.max(token, status.token());
            ShopDatabase.Share share = shares.getOrDefault(name, new ShopDatabase.Share(name, 0, 0));
            seen.add(new Snapshot.Service(
                    name,
                    process.isOpen() ? process.awaitOpen() : 0,
                    process.pid(),
                    process.isAlive(),
                    status.waiting(),
                    share.orders(),
                    share.items()));
        }
        return new Snapshot(
                arguments.article(),
                locks.guarantees().store(),
                state,
                buyers.locked(),
                buyers.perSecond(),
                arguments.stock(),
                database.figures(),
                buyers.unanswered(),
                holder(token),
                seen,
                database.latest(LATEST));
    }

    private static Status status(ServiceProcess process) {
        try {
            return process.isOpen() ? process.status() : NONE;
        } catch (RestClientException killed) {
            return NONE;
        }
    }

    /** The store names the holder; the service knows the newer token, if its orders pass the lock on to each other. */
    private Snapshot.@Nullable Holder holder(long token) {
        try {
            Optional<Holding> holding = locks.inspection()
                    .flatMap(inspection -> inspection.inspect(ShopService.LOCK))
                    .flatMap(LockStatus::holding);
            return holding.map(held -> new Snapshot.Holder(
                            held.holder().description(), held.holder().pid(), Math.max(token, held.token())))
                    .orElse(null);
        } catch (LockException unavailable) {
            return null; // The next look shows it again.
        }
    }
}
