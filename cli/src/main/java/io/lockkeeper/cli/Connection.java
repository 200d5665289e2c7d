package io.lockkeeper.cli;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.ForceRelease;
import io.lockkeeper.LockCatalogue;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockInspection;

/** A connection to the store for the verbs that acquire no locks. */
record Connection(LockClient client) implements AutoCloseable {

    static Connection open(Arguments arguments) {
        ClientOptions options = ClientOptions.defaults().withDescription("lockkeeper");
        return new Connection(connect(StoreUrl.of(arguments), options));
    }

    /** Connects. A store that refuses access or is unsuitable counts as unavailable. */
    static LockClient connect(String url, ClientOptions options) {
        try {
            return LockClient.connect(url, options);
        } catch (IllegalStateException unfit) {
            throw new Failure(ExitCode.UNAVAILABLE, String.valueOf(unfit.getMessage()), unfit);
        }
    }

    LockCatalogue catalogue() {
        return client.catalogue()
                .orElseThrow(() ->
                        new UsageException("This store (" + client.guarantees().store()
                                + ") cannot list its locks. Use `lockkeeper show NAME` for a single one."));
    }

    LockInspection inspection() {
        return client.inspection()
                .orElseThrow(() -> new UsageException(
                        "This store (" + client.guarantees().store() + ") cannot show who holds its locks."));
    }

    ForceRelease forceRelease() {
        return client.forceRelease()
                .orElseThrow(() ->
                        new UsageException("This store (" + client.guarantees().store()
                                + ") cannot take a lock from its holder: it is released when the holder's process ends. Find that"
                                + " process with `lockkeeper show NAME`, and end it."));
    }

    @Override
    public void close() {
        client.close();
    }
}
