package io.lockkeeper.cli;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.ForceRelease;
import io.lockkeeper.LockCatalogue;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockInspection;

/** A connection to the store for the verbs that look at locks and take none. */
record Connection(LockClient client) implements AutoCloseable {

    static Connection open(Arguments arguments) {
        ClientOptions options = ClientOptions.defaults().withDescription("lockkeeper");
        return new Connection(connect(StoreUrl.of(arguments), options));
    }

    /** Connects; a store that is there but lets nobody in, or is not fit, is as good as none. */
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
                                + ") can't list its locks. Look at one with `lockkeeper show NAME`."));
    }

    LockInspection inspection() {
        return client.inspection()
                .orElseThrow(() -> new UsageException(
                        "This store (" + client.guarantees().store() + ") can't tell who holds its locks."));
    }

    ForceRelease forceRelease() {
        return client.forceRelease()
                .orElseThrow(() ->
                        new UsageException("This store (" + client.guarantees().store()
                                + ") can't take a lock away: it ends with its holder's process. Find that process with `lockkeeper"
                                + " show NAME` and end it."));
    }

    @Override
    public void close() {
        client.close();
    }
}
