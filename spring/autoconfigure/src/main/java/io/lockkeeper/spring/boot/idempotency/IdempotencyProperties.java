package io.lockkeeper.spring.boot.idempotency;

import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of idempotency in an application.
 *
 * @param enabled Whether to create the Idempotency bean.
 * @param mode Whether records are written in the application's transactions. By default, they are if there are one DataSource, one transaction
 *     manager and lockkeeper-idempotency-jdbc, and lockkeeper.idempotency.store is not set.
 * @param store The store in leased mode, an address such as redis://host:6379. That of lockkeeper.store by default.
 * @param retention How long outcomes are kept after the completion.
 * @param lease For how long a key is closed after a crash, in leased mode.
 * @param maxWait How long a repeat waits for the request in flight.
 * @param timeout How long a request waits for answers of the store.
 * @param table The table, in transactional mode.
 * @param schema Its schema. That of the connections by default.
 * @param createTable Whether to create the table if it is missing.
 */
@ConfigurationProperties("lockkeeper.idempotency")
public record IdempotencyProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable Mode mode,
        @Nullable String store,
        @DefaultValue("24h") Duration retention,
        @DefaultValue("30s") Duration lease,
        @DefaultValue("0s") Duration maxWait,
        @DefaultValue("5s") Duration timeout,
        @DefaultValue("lockkeeper_idempotency") String table,
        @Nullable String schema,
        @DefaultValue("true") boolean createTable) {

    /** Where records are written. */
    public enum Mode {
        /** In the application's transactions. */
        TRANSACTIONAL,
        /** In a store of their own, before and after the operation. */
        LEASED
    }

    /** Without the secrets of addresses. */
    @Override
    public String toString() {
        return "IdempotencyProperties[mode=" + mode + ", store=" + (store == null ? "" : StoreAddress.shown(store))
                + "]";
    }
}
