package io.lockkeeper.spring.test;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import io.lockkeeper.spring.boot.StandInFactory;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Opens clients of stores in memory that only this application context has. */
final class LocksInMemory implements StandInFactory {

    private final UUID context = UUID.randomUUID();

    @Override
    public LockClient open(String store, @Nullable String url, ClientOptions options) {
        LockClient client = LockClient.connect("memory:" + context + "-" + store, options);
        return Relaxed.proxy(LockClient.class, (method, arguments) -> client);
    }
}
