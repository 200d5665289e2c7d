package io.lockkeeper.cli;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.ForceRelease;
import io.lockkeeper.LockCatalogue;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockInspection;
import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A connection to the store for the verbs that acquire no locks. */
record Connection(LockClient client) implements AutoCloseable {
    /** What a connection may take, however short the wait for the lock: several round trips, and name servers. */
    static final Duration SHORTEST_PATIENCE = Duration.ofSeconds(3);

    private static final Duration LONGEST_FAREWELL = Duration.ofMillis(500);

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

    /**
     * Connects within a time. An attempt that takes longer is left to the end of the JVM.
     *
     * @param patience for how long to try; at least {@link #SHORTEST_PATIENCE}
     */
    static LockClient connect(String url, ClientOptions options, Duration patience) {
        Duration longest = patience.compareTo(SHORTEST_PATIENCE) < 0 ? SHORTEST_PATIENCE : patience;
        CompletableFuture<LockClient> connected = new CompletableFuture<>();
        Background.start("lockkeeper-connect", () -> {
            try {
                connected.complete(connect(url, options));
            } catch (Throwable failure) { // Passed on to the thread that waits.
                connected.completeExceptionally(failure);
            }
        });
        try {
            return connected.get(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            throw new Failure(
                    ExitCode.UNAVAILABLE,
                    StoreAddress.parse(url).withoutSecrets() + " gave no answer within " + Durations.brief(longest)
                            + ". Check the address, the server and the network between.",
                    null);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof Error error) {
                throw error;
            }
            throw failed.getCause() instanceof RuntimeException cause
                    ? cause
                    : new IllegalStateException(failed.getCause());
        } catch (InterruptedException nobodyDoes) {
            throw new IllegalStateException(nobodyDoes);
        }
    }

    /** Closes a client that holds nothing and whose store does not answer: it would be told in vain. */
    static void abandon(LockClient client) {
        boolean unused = Thread.interrupted(); // What ended the wait is known; the store gets its time all the same.
        try {
            Background.start("lockkeeper-close", client::close).join(LONGEST_FAREWELL.toMillis());
        } catch (InterruptedException signalled) {
            Thread.currentThread().interrupt(); // All the less is waited for.
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
                                + ") cannot take a lock from its holder: it is released when the holder's process ends. Ask the holder"
                                + " without --wait 0s, or find its process with `lockkeeper show NAME`, and end it."));
    }

    @Override
    public void close() {
        client.close();
    }
}
