package io.lockkeeper;

/** The service behind {@link LockClient#connect(String)}: the engine, found by {@code ServiceLoader}. */
public interface Connector {

    /**
     * Connects to the store that an address names.
     *
     * @param url the store's address
     * @param options what applies to the whole client
     * @return a connected client
     */
    LockClient connect(String url, ClientOptions options);
}
