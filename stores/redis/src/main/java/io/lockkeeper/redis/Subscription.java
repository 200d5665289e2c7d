package io.lockkeeper.redis;

import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lockkeeper.store.GrantPush.Signals;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The connection on which the server pushes, opened when a client first listens; one channel for each client, and one for
 * all of them.
 */
final class Subscription extends RedisPubSubAdapter<String, String> {

    private static final long RARELY = Duration.ofSeconds(10).toNanos();

    private final Link link;
    private final Keys keys;
    private final Messages messages;
    private final Map<String, Signals> listeners = new ConcurrentHashMap<>();
    private final Set<String> confirmed = ConcurrentHashMap.newKeySet();
    private @Nullable CompletableFuture<StatefulRedisPubSubConnection<String, String>> connection;
    private volatile long proven;

    Subscription(Link link, Keys keys, Messages messages) {
        this.link = link;
        this.keys = keys;
        this.messages = messages;
    }

    CompletionStage<Void> listen(String client, Signals signals) {
        String channel = keys.channel(client);
        listeners.put(channel, signals);
        proven = System.nanoTime();
        return subscribe(connection(), channel, keys.everybody());
    }

    /** Finds out, now and then, whether the connection is dead: one from which nothing comes may have nothing to say. */
    void proveNowAndThen() {
        if (System.nanoTime() - proven >= RARELY) {
            prove();
        }
    }

    /** Has the server confirm once more what was subscribed to. If it does not, the connection is opened anew. */
    @SuppressWarnings("FutureReturnValueIgnored")
    void prove() {
        CompletableFuture<StatefulRedisPubSubConnection<String, String>> open = opened();
        if (open != null) {
            proven = System.nanoTime();
            subscribe(open, keys.everybody());
        }
    }

    private CompletableFuture<Void> subscribe(
            CompletableFuture<StatefulRedisPubSubConnection<String, String>> open, String... channels) {
        return open.thenCompose(pushes -> pushes.async().subscribe(channels))
                .exceptionallyCompose(
                        failure -> CompletableFuture.failedFuture(link.understood(failure, Channels.Use.PUSHES)));
    }

    @Override
    public void message(String channel, String message) {
        if (link.isClosed()) {
            return;
        }
        if (channel.equals(keys.everybody())) {
            listeners.values().forEach(signals -> messages.deliver(message, signals));
            return;
        }
        Signals signals = listeners.get(channel);
        if (signals != null) {
            messages.deliver(message, signals);
        }
    }

    /** After a broken connection Lettuce subscribes anew; what was published in between reached nobody. */
    @Override
    public void subscribed(String channel, long count) {
        Signals signals = listeners.get(channel);
        if (signals != null && !confirmed.add(channel) && !link.isClosed()) {
            signals.missed();
        }
    }

    private synchronized @Nullable CompletableFuture<StatefulRedisPubSubConnection<String, String>> opened() {
        return connection;
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
