package io.lockkeeper.store;

import java.util.Set;

/** The service by which a store's jar makes itself known: found by {@code ServiceLoader}. */
public interface StoreProvider {

    /**
     * The URL schemes that this store answers to.
     *
     * @return lower-case names, such as {@code redis}
     */
    Set<String> schemes();

    /**
     * Opens the store that an address names, connected.
     *
     * @param address one of this provider's schemes
     * @return the store, to be closed by the caller
     * @throws IllegalArgumentException if the address is not one this store understands, saying what would be
     * @throws io.lockkeeper.StoreUnavailableException if the store can't be reached
     */
    Store open(StoreAddress address);
}
