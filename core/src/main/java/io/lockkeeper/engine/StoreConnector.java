package io.lockkeeper.engine;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Connector;
import io.lockkeeper.LockClient;
import io.lockkeeper.store.StoreAddress;
import io.lockkeeper.store.StoreProvider;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;

/** Finds the store that an address names among those on the class path or module path. */
public final class StoreConnector implements Connector {

    /** For {@code ServiceLoader}. */
    public StoreConnector() {}

    @Override
    public LockClient connect(String url, ClientOptions options) {
        StoreAddress address = StoreAddress.parse(url).withPasswordFromFile();
        Set<String> known = new TreeSet<>();
        for (StoreProvider provider : ServiceLoader.load(StoreProvider.class, StoreConnector.class.getClassLoader())) {
            if (provider.schemes().contains(address.scheme())) {
                return new SystemEngine().start(provider.open(address), options);
            }
            known.addAll(provider.schemes());
        }
        throw new IllegalArgumentException(
                "No store on the class path supports '" + address.scheme() + ":'; available are " + known
                        + ". Add the artifact of the store to the class path; README.md lists the stores.");
    }
}
