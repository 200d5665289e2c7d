package io.lockkeeper.store;

import java.util.Set;

/** The service through which {@code ServiceLoader} finds a store. */
public interface StoreProvider {

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
     * @return the store, to be closed by the caller
     * @throws IllegalArgumentException if the store does not understand the address; the message says what is valid
     * @throws io.lockkeeper.StoreUnavailableException if the store cannot be reached
     */
    Store open(StoreAddress address);
}
