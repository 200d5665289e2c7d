package io.lockkeeper.redis;

import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lockkeeper.store.GrantPush.Signals;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The connection on which the server pushes, opened when a client first listens; one channel for each client. */
final class Subscription extends RedisPubSubAdapter<String, String> {

    private final Link link;
    private final Keys keys;
    private final Messages messages;
    private final Map<String, Signals> listeners = new ConcurrentHashMap<>();
    private final Set<String> confirmed = ConcurrentHashMap.newKeySet();
    private @Nullable CompletableFuture<StatefulRedisPubSubConnection<String, String>> connection;

    Subscription(Link link, Keys keys, Messages messages) {
        this.link = link;
        this.keys = keys;
        this.messages = messages;
    }

    CompletionStage<Void> listen(String client, Signals signals) {
        String channel = keys.channel(client);
        listeners.put(channel, signals);
        return connection()
                .thenCompose(open -> open.async().subscribe(channel))
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(link.understood(failure)));
    }

    @Override
    public void message(String channel, String message) {
        Signals signals = listeners.get(channel);
        if (signals != null && !link.isClosed()) {
            messages.deliver(message, signals);
        }
    }

    /** After a broken connection Lettuce subscribes anew; what was published in between reached nobody. */
    @Override
    public void subscribed(String channel, long count) {
        Signals signals = listeners.get(channel);
        if (!confirmed.add(channel) && signals != null && !link.isClosed()) {
            signals.missed();
        }
    }

    private synchronized CompletableFuture<StatefulRedisPubSubConnection<String, String>> connection() {
        if (connection == null || connection.isCompletedExceptionally()) {
            connection = link.openPubSub().toCompletableFuture().thenApply(open -> {
                open.addListener(this);
                return open;
            });
        }
        return connection;
    }
}
