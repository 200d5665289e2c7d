package io.lockkeeper.jdbc;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.GrantPush.Signals;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** Hears what PostgreSQL notifies: for each client that waited a channel, with a connection and a thread. */
final class PostgreSqlPost implements Post {

    private final PostOffice office;
    private final Map<String, Listener> listeners = new ConcurrentHashMap<>();
    private volatile boolean closed;

    PostgreSqlPost(PostOffice office) {
        this.office = office;
    }

    static String channel(String client) {
        return "lockkeeper_" + client;
    }

    @Override
    public CompletionStage<Void> listen(String client, Signals signals) {
        if (closed) {
            return CompletableFuture.failedFuture(SqlFailures.closed());
        }
        Listener listener = listeners.compute(
                client,
                (same, before) ->
                        before == null || before.isOver() ? Listener.start(office, channel(client), signals) : before);
        if (closed) {
            listener.close(); // Whoever closed this may not have seen it.
        }
        return listener.ready();
    }

    /** Who listens is told anyway. */
    @Override
    public void waits(Claim claim) {
        Listener listener = listeners.get(claim.id().client());
        if (listener != null) {
            listener.waits(claim);
        }
    }

    @Override
    public void holds(Grant grant) {
        forget(grant.claim(), grant.name());
    }

    @Override
    public void renewed(Grant grant, Grant before) {
        forget(grant.claim(), grant.name());
    }

    @Override
    public void forget(ClaimId claim, String name) {
        Listener listener = listeners.get(claim.client());
        if (listener != null) {
            listener.forget(claim, name);
        }
    }

    @Override
    public void close() {
        closed = true;
        listeners.values().forEach(Listener::close);
    }
}
