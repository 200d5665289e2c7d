package io.lockkeeper.bench.contestants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.ConnectionLossException;
import org.apache.zookeeper.KeeperException.SessionExpiredException;
import org.apache.zookeeper.ZooKeeper;

/** A session of ZooKeeper's own client, followed by another when it ended while it was other contestants' turn. Thread-safe. */
final class RawSession {
    private static final int SESSION_MILLIS = 30_000;

    private final String servers;
    private ZooKeeper client;

    RawSession(String servers) {
        this.servers = servers;
        this.client = connect(servers);
    }

    /** What is asked of ZooKeeper. */
    interface Call<T> {
        T on(ZooKeeper client) throws KeeperException, InterruptedException;
    }

    /** Asks, and asks again in a new session where there was none any more. */
    <T> T ask(Call<T> call) {
        while (true) {
            ZooKeeper used = client();
            try {
                return call.on(used);
            } catch (SessionExpiredException | ConnectionLossException ended) {
                replace(used);
            } catch (KeeperException failure) {
                throw new IllegalStateException(failure);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", interrupted);
            }
        }
    }

    synchronized void close() {
        close(client);
    }

    private synchronized ZooKeeper client() {
        return client;
    }

    private synchronized void replace(ZooKeeper ended) {
        if (client == ended) {
            close(ended);
            client = connect(servers);
        }
    }

    private static void close(ZooKeeper client) {
        try {
            client.close();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static ZooKeeper connect(String servers) {
        CountDownLatch connected = new CountDownLatch(1);
        try {
            ZooKeeper client = new ZooKeeper(servers, SESSION_MILLIS, event -> connected.countDown());
            connected.await();
            return client;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }
}
