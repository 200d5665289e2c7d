package io.lockkeeper;

/** The service behind {@link LockClient#connect(String)}: the engine, found by {@code ServiceLoader}. */
public interface Connector {

    /**
     * Connects to the store at an address.
     *
     * @param url the store's address
     * @param options the options of the client
     * @return a connected client
     */
    LockClient connect(String url, ClientOptions options);
}
