package io.lockkeeper.spring.boot;

import io.lockkeeper.Holding;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockInspection;
import io.lockkeeper.LockStatus;
import io.lockkeeper.spring.boot.ShownLocks.ShownStore;
import java.security.Principal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.lang.Nullable;

/** Shows the locks of all stores, and releases one by force. Releasing needs {@code management.endpoint.locks.access=unrestricted}. */
@Endpoint(id = "locks", defaultAccess = Access.READ_ONLY)
final class LocksEndpoint {

    private static final int LIMIT = 1_000;
    private static final Duration FOR_THE_HOLDER = Duration.ofSeconds(5);

    private final LockClients clients;
    private final ApplicationEventPublisher events;

    LocksEndpoint(LockClients clients, ApplicationEventPublisher events) {
        this.clients = clients;
        this.events = events;
    }

    /**
     * Shows locks that have holders or waiters.
     *
     * @param name shows this lock only
     * @param store shows this store only
     * @param prefix what the names begin with
     * @param limit how many locks of a store are shown at most; 1,000 by default
     */
    @ReadOperation
    ShownLocks locks(@Nullable String name, @Nullable String store, @Nullable String prefix, @Nullable Integer limit) {
        Map<String, ShownStore> shown = new LinkedHashMap<>();
        try {
            chosen(store)
                    .forEach((key, client) -> shown.put(
                            key,
                            ShownStore.of(
                                    client, () -> name == null ? list(client, prefix, limit) : inspect(client, name))));
        } catch (IllegalArgumentException malformed) {
            throw refused(malformed);
        }
        return new ShownLocks(shown);
    }

    private Map<String, LockClient> chosen(@Nullable String store) {
        Map<String, LockClient> all = clients.byName();
        return store == null ? all : Map.of(store, client(store, all));
    }

    private String usual(Map<String, LockClient> all) {
        return clients.usual(all)
                .orElseThrow(() -> new InvalidEndpointRequestException(
                        "No store is the default one.", "Set the parameter 'store' to one of " + all.keySet() + "."));
    }

    private static LockClient client(String store, Map<String, LockClient> all) {
        LockClient client = all.get(store);
        if (client == null) {
            throw new InvalidEndpointRequestException(
                    "There is no store of that name.", "The parameter 'store' is one of " + all.keySet() + ".");
        }
        return client;
    }

    private static List<LockStatus> list(LockClient client, @Nullable String prefix, @Nullable Integer limit) {
        int most = limit == null ? LIMIT : Math.max(1, limit);
        return client.catalogue()
                .orElseThrow(() -> new UnsupportedOperationException(
                        "This store can't list its locks; ask for one by the parameter 'name'."))
                .list(prefix == null ? "" : prefix, most);
    }

    private static List<LockStatus> inspect(LockClient client, String name) {
        return inspection(client).inspect(name).stream().toList();
    }

    private static LockInspection inspection(LockClient client) {
        return client.inspection()
                .orElseThrow(() -> new UnsupportedOperationException("This store can't tell who holds its locks."));
    }

    /**
     * Releases a lock: asks its holder to release it, and takes it if that does not happen in time. If another holder has the
     * lock by then, it keeps it.
     *
     * @param name the lock's name
     * @param store the store; the default one by default
     * @param wait how long the holder may take; 5 s by default
     */
    @DeleteOperation
    Released release(String name, @Nullable String store, @Nullable Duration wait, SecurityContext security)
            throws InterruptedException {
        Map<String, LockClient> all = clients.byName();
        String meant = store == null ? usual(all) : store;
        LockClient client = client(meant, all);
        try {
            Optional<Holding> holding = inspection(client).inspect(name).flatMap(LockStatus::holding);
            Released released = holding.isEmpty()
                    ? Released.NOT_HELD
                    : ForcedRelease.of(client, name, holding.get(), Objects.requireNonNullElse(wait, FOR_THE_HOLDER));
            audit(name, meant, holding, released, security);
            return released;
        } catch (IllegalArgumentException malformed) {
            throw refused(malformed);
        } catch (UnsupportedOperationException unable) {
            throw new InvalidEndpointRequestException(
                    "The store can't do that.", String.valueOf(unable.getMessage()), unable);
        }
    }

    private static RuntimeException refused(IllegalArgumentException malformed) {
        return new InvalidEndpointRequestException(
                "A parameter has a value that is not allowed.", String.valueOf(malformed.getMessage()), malformed);
    }

    private void audit(
            String name, String store, Optional<Holding> holding, Released released, SecurityContext security) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("lock", name);
        data.put("store", store);
        data.put("outcome", released.name());
        holding.ifPresent(held -> data.put("holder", held.holder().toString()));
        Principal principal = security.getPrincipal();
        String who = principal == null ? "" : principal.getName();
        events.publishEvent(new AuditApplicationEvent(new AuditEvent(who, "LOCK_RELEASE", data)));
    }

    /** What became of a release. */
    enum Released {
        /** The holder released the lock when it was asked. */
        RELEASED_BY_HOLDER,
        /** The lock was taken from its holder. */
        TAKEN,
        /** The holder that was to be asked did not hold the lock any more. */
        CHANGED,
        /** Nobody held the lock. */
        NOT_HELD
    }
}
