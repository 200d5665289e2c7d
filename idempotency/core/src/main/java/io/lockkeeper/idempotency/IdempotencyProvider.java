package io.lockkeeper.idempotency;

import io.lockkeeper.store.StoreAddress;
import java.util.Set;

/** The service through which {@link LeasedIdempotency#connect} finds a store. */
public interface IdempotencyProvider {

    /**
     * Returns the URL schemes of this store.
     *
     * @return lower-case names, such as {@code redis}
     */
    Set<String> schemes();

    /**
     * Connects to the store at an address.
     *
     * @param address an address with one of this provider's schemes
     * @param settings timeout, executor, listeners
     * @return to close
     * @throws IllegalArgumentException if the store does not understand the address; the message says what is valid
     * @throws io.lockkeeper.StoreUnavailableException if the store cannot be reached
     */
    LeasedIdempotency connect(StoreAddress address, IdempotencySettings settings);
}
