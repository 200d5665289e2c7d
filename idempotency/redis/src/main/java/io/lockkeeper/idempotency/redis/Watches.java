package io.lockkeeper.idempotency.redis;

import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lockkeeper.idempotency.store.ChangePush.Watch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who waits for which key, and the connection on which the server tells of changes: opened at the first wait, a channel for each key
 * that is waited for.
 *
 * <p>Each confirmed subscription is a hint, too: what was published before it reached nobody. After a broken connection Lettuce
 * subscribes anew, and so all watches get one. Where the connection fails, those who wait look by themselves from time to time.
 *
 * <p>An end that was not sent, as while there was no connection, is sent when Lettuce subscribes anew.
 */
final class Watches extends RedisPubSubAdapter<String, String> {

    private static final Logger LOG = LoggerFactory.getLogger("io.lockkeeper.idempotency");

    private final Server server;
    private final Map<String, List<Runnable>> watches = new HashMap<>();
    private @Nullable StatefulRedisPubSubConnection<String, String> connection;
    private boolean opening;

    Watches(Server server) {
        this.server = server;
    }

    synchronized Watch watch(String channel, Runnable onChange) {
        List<Runnable> others = watches.get(channel);
        if (others == null) {
            watches.put(channel, new CopyOnWriteArrayList<>(List.of(onChange)));
            subscribe(channel);
        } else {
            others.add(onChange);
        }
        return () -> end(channel, onChange);
    }

    /** How many keys are watched. */
    synchronized int size() {
        return watches.size();
    }

    private synchronized void end(String channel, Runnable onChange) {
        List<Runnable> all = watches.get(channel);
        if (all != null && all.remove(onChange) && all.isEmpty()) {
            watches.remove(channel);
            if (connection != null) {
                ignoring(connection.async().unsubscribe(channel));
            }
        }
    }

    private void subscribe(String channel) {
        if (connection != null) {
            ignoring(connection.async().subscribe(channel));
        } else if (!opening) {
            opening = true;
            server.openPubSub().whenComplete((opened, failure) -> opened(opened, failure));
        }
    }

    private synchronized void opened(
            @Nullable StatefulRedisPubSubConnection<String, String> opened, @Nullable Throwable failure) {
        opening = false;
        connection = opened;
        if (opened == null) {
            LOG.warn("The connection for notifications was not opened; repeats poll until it is: {}", failure + "");
            return;
        }
        opened.addListener(this);
        if (!watches.isEmpty()) {
            ignoring(opened.async().subscribe(watches.keySet().toArray(String[]::new)));
        }
    }

    /** A request whose failure leaves those who wait to look by themselves. */
    private static void ignoring(CompletionStage<Void> request) {
        request.whenComplete((done, failure) -> {
            if (failure != null) {
                LOG.debug("A subscription failed", failure);
            }
        });
    }

    @Override
    public void message(String channel, String message) {
        hint(channel);
    }

    @Override
    public void subscribed(String channel, long count) {
        endUnlessWatched(channel);
        hint(channel);
    }

    private synchronized void endUnlessWatched(String channel) {
        if (connection != null && !watches.containsKey(channel)) {
            ignoring(connection.async().unsubscribe(channel));
        }
    }

    private void hint(String channel) {
        List<Runnable> told;
        synchronized (this) {
            told = watches.getOrDefault(channel, List.of());
        }
        told.forEach(Runnable::run);
    }
}
