package io.lockkeeper.spring.boot.idempotency;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotencySettings;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.spring.boot.LockkeeperProperties;
import io.lockkeeper.spring.boot.idempotency.IdempotencyProperties.Mode;
import io.lockkeeper.store.StoreAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Decides where the records are, and opens them. */
final class IdempotencyOpener {

    private static final Logger LOG = LoggerFactory.getLogger(IdempotencyOpener.class);
    private static final String STORE = "lockkeeper.idempotency.store";

    private final IdempotencyProperties properties;
    private final LockkeeperProperties locks;
    private final ConfigurableListableBeanFactory beans;
    private final @Nullable IdempotencyMeters meters;

    IdempotencyOpener(
            IdempotencyProperties properties,
            LockkeeperProperties locks,
            ConfigurableListableBeanFactory beans,
            @Nullable IdempotencyMeters meters) {
        this.properties = properties;
        this.locks = locks;
        this.beans = beans;
        this.meters = meters;
    }

    Idempotency open(IdempotencySettings settings) {
        if (properties.mode() == Mode.TRANSACTIONAL) {
            if (properties.store() != null) {
                throw new IdempotencyStoreException(
                        "lockkeeper.idempotency.mode=transactional and " + STORE
                                + " exclude each other: in transactional mode the"
                                + " records are in the database of the application's transactions.",
                        "Remove one of them.",
                        null);
            }
            return transactional(settings)
                    .orElseThrow(() -> new IdempotencyStoreException(
                            "Idempotency can't be transactional: that needs one DataSource and one transaction manager (or primary"
                                    + " ones), and lockkeeper-idempotency-jdbc on the class path.",
                            "Add what is missing, or set lockkeeper.idempotency.mode=leased and " + STORE + ".",
                            null));
        }
        if (properties.mode() == null && properties.store() == null) {
            Optional<Idempotency> transactional = transactional(settings);
            if (transactional.isPresent()) {
                LOG.info("Idempotency is transactional: its records are in the application's DataSource.");
                return transactional.get();
            }
        }
        return leased(settings);
    }

    private Optional<Idempotency> transactional(IdempotencySettings settings) {
        return TransactionalRecords.PRESENT
                ? TransactionalRecords.open(beans, properties, () -> measured(settings, "jdbc"))
                : Optional.empty();
    }

    private Idempotency leased(IdempotencySettings settings) {
        String own = properties.store();
        String property = own != null ? STORE : "lockkeeper.store";
        String address = own != null ? own : lockStore();
        try {
            return LeasedIdempotency.connect(
                    address, measured(settings, StoreAddress.parse(address).scheme()));
        } catch (StoreUnavailableException unreachable) {
            throw new IdempotencyStoreException(
                    "The store of idempotency can't be reached: " + unreachable.getMessage(),
                    "Check that the server runs, and the address in " + property + ".",
                    unreachable);
        } catch (IllegalArgumentException | IllegalStateException refused) {
            throw new IdempotencyStoreException(
                    "The store of idempotency can't be used: " + refused.getMessage(),
                    own != null
                            ? "Change " + STORE + "."
                            : "Set " + STORE + ", since idempotency can't use the store of the locks.",
                    refused);
        }
    }

    private IdempotencySettings measured(IdempotencySettings settings, String scheme) {
        return meters == null ? settings : settings.withListener(meters.forStore(scheme));
    }

    /** The address of the locks' store. */
    private String lockStore() {
        String store = locks.store();
        LockkeeperProperties.NamedStore named =
                store == null ? null : locks.stores().get(store);
        String address = named == null ? store : named.url();
        if (address == null || address.startsWith("bean:")) {
            throw new IdempotencyStoreException(
                    "There is no store for idempotency: " + STORE + " is not set"
                            + (address == null ? "" : ", lockkeeper.store names a bean")
                            + ", and there are no single DataSource and transaction manager with lockkeeper-idempotency-jdbc.",
                    "Add lockkeeper-idempotency-jdbc for records in the application's transactions, or set " + STORE
                            + ", for example to redis://localhost:6379 (with lockkeeper-idempotency-redis on the class path), or to"
                            + " memory:app for tests.",
                    null);
        }
        return address;
    }
}
