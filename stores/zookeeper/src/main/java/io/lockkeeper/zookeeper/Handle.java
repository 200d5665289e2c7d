package io.lockkeeper.zookeeper;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;

/**
 * ZooKeeper's client of one session. It closes in a thread of its own: to close means to tell the server, which may not answer, and
 * neither a new session nor the threads that time or tell anything can wait for that.
 */
final class Handle extends ZooKeeper {

    /** A client with ten thousand locks asks which of them are left; the answer is a megabyte, ZooKeeper's default limit. */
    private static final int LARGEST_ANSWER = 64 << 20;

    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    Handle(ZooKeeperSettings settings, Watcher watcher) throws IOException {
        super(
                settings.servers(),
                Math.toIntExact(settings.times().session().toMillis()),
                watcher,
                false,
                new Servers(settings.servers(), settings.times()),
                configuration(settings));
    }

    private static ZKClientConfig configuration(ZooKeeperSettings settings) {
        ZKClientConfig configuration = new ZKClientConfig();
        settings.encryption().ifPresent(encryption -> encryption.configure(configuration));
        int given = configuration.getInt(ZKClientConfig.JUTE_MAXBUFFER, 0);
        configuration.setProperty(ZKClientConfig.JUTE_MAXBUFFER, Integer.toString(Math.max(given, LARGEST_ANSWER)));
        return configuration;
    }

    /** Tells the server, which then frees what is locked at once, and returns before it has answered. */
    @Override
    public synchronized void close() {
        Thread closing = new Thread(this::closeNow, "lockkeeper-zookeeper-close");
        closing.setDaemon(true);
        try {
            closing.start();
        } catch (OutOfMemoryError noThread) {
            closeNow(); // It takes a while, but the session must not live on with what it holds.
        }
    }

    private void closeNow() {
        try {
            super.close();
        } catch (InterruptedException nobodyDoes) {
            Thread.currentThread().interrupt();
        } finally {
            closed.complete(null);
        }
    }

    /** Completes when the session is closed, or was given up. */
    CompletableFuture<Void> closed() {
        return closed;
    }

    /** Breaks the connection to a server that is silent, so that the next one is tried; the session goes on there. */
    void moveOn() {
        try {
            getTestable().closeSocket();
        } catch (IOException broken) {
            // As was wanted.
        }
    }
}
