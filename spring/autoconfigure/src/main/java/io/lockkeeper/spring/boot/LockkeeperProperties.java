package io.lockkeeper.spring.boot;

import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of locks in an application.
 *
 * @param enabled Whether to create lock clients.
 * @param store The default store: an address such as redis://host:6379 or file:/var/lib/app/locks, bean:NAME for a resource
 *     of the application, or the name of one of the named stores. If it is not set, the application's CuratorFramework, Redis
 *     connection or DataSource is used, in this order, as far as the store for it is on the class path.
 * @param stores Further stores by name, each with a LockClient bean that has the name as its qualifier.
 * @param lease Lease time of renewed leases: how long a lock stays held after its holder's process died.
 * @param description Description of this application, shown to people who inspect the locks. The application's name by default.
 * @param shutdownTimeout How long holders may finish when the application is stopped. Locks that are still held then are released.
 * @param metrics Settings of meters.
 * @param observations Settings of observations.
 */
@ConfigurationProperties("lockkeeper")
public record LockkeeperProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable String store,
        @DefaultValue Map<String, NamedStore> stores,
        @DefaultValue("30s") Duration lease,
        @Nullable String description,
        @DefaultValue("20s") Duration shutdownTimeout,
        @DefaultValue Metrics metrics,
        @DefaultValue Observations observations) {

    /** The name of the default store. */
    public static final String DEFAULT = "default";

    /** Copies what could change, and checks the names. */
    public LockkeeperProperties {
        stores = Map.copyOf(stores);
        if (stores.containsKey(DEFAULT)) {
            throw new IllegalArgumentException("A named store can't be called 'default'; set lockkeeper.store instead");
        }
    }

    /**
     * A named store.
     *
     * @param url Address of the store, or bean:NAME for a resource of the application.
     * @param lease Lease time of renewed leases in this store. That of lockkeeper.lease by default.
     */
    public record NamedStore(@Nullable String url, @Nullable Duration lease) {

        /**
         * A store of which only the address is set, as in {@code lockkeeper.stores.orders=redis://…}. If that were refused,
         * Spring Boot would print the value, and with it the password.
         *
         * @param url the address
         * @return the store
         */
        public static NamedStore valueOf(String url) {
            return new NamedStore(url, null);
        }

        @Override
        public String toString() {
            return url == null ? "" : StoreAddress.shown(url);
        }
    }

    /**
     * Settings of meters.
     *
     * @param enabled Whether the locks of all clients are measured, if lockkeeper-micrometer and a MeterRegistry are there.
     */
    public record Metrics(@DefaultValue("true") boolean enabled) {}

    /**
     * Settings of observations.
     *
     * @param enabled Whether each wait for a lock and each hold is an observation, for traces, if lockkeeper-micrometer and an
     *     ObservationRegistry are there. The names of locks become key values.
     */
    public record Observations(@DefaultValue("false") boolean enabled) {}

    /** Without the secrets of addresses. */
    @Override
    public String toString() {
        return "LockkeeperProperties[store=" + (store == null ? "" : StoreAddress.shown(store)) + ", stores=" + stores
                + "]";
    }
}
