package io.lockkeeper.servers;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The thread of one proxy, which alone touches its connections and faults.
 *
 * <p>Others hand it orders, and wait until they are carried out.
 */
final class ProxyLoop implements Runnable {
    private static final int BACKLOG = 1_024;
    private static final int MOST_CONNECTIONS = 4_096;

    private final InetSocketAddress target;
    private final Selector selector;
    private final ServerSocketChannel listener;
    private final ProxyFaults faults = new ProxyFaults();
    private final Set<ProxyConnection> connections = new HashSet<>();
    private final Orders orders;
    private boolean running = true;

    ProxyLoop(InetSocketAddress target) throws IOException {
        this.target = target;
        selector = Selector.open();
        orders = new Orders(selector::wakeup);
        listener = ServerSocketChannel.open();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
    }

    int port() {
        return listener.socket().getLocalPort();
    }

    /** Returns the orders that this thread carries out. */
    Orders orders() {
        return orders;
    }

    // The following are for the loop's own thread, which carries out the orders.

    ProxyFaults faults() {
        return faults;
    }

    int connections() {
        return connections.size();
    }

    void resetConnections() {
        connections.forEach(ProxyConnection::reset);
        connections.clear();
    }

    void end() {
        running = false;
    }

    @Override
    public void run() {
        try (selector;
                listener) {
            while (running) {
                select(tendConnections());
                orders.carryOut();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the proxy to " + target + " broke", e);
        } finally {
            resetConnections();
            faults.heal();
            orders.end();
        }
    }

    private long tendConnections() {
        long now = System.nanoTime();
        long wait = Long.MAX_VALUE;
        for (ProxyConnection connection : connections) {
            wait = Math.min(wait, connection.tend(now));
        }
        connections.removeIf(connection -> !connection.isOpen());
        return wait;
    }

    private void select(long waitNanos) throws IOException {
        Consumer<SelectionKey> action = this::onReady;
        if (waitNanos == Long.MAX_VALUE) {
            selector.select(action);
        } else {
            selector.select(action, NANOSECONDS.toMillis(waitNanos) + 1);
        }
    }

    private void onReady(SelectionKey key) {
        if (key.attachment() instanceof ProxyConnection connection) {
            if (key.isValid()) {
                connection.onReady(key, System.nanoTime());
            }
        } else {
            accept();
        }
    }

    private void accept() {
        try {
            SocketChannel client = listener.accept();
            if (client == null) {
                return;
            }
            if (faults.isCut() || connections.size() >= MOST_CONNECTIONS) {
                client.setOption(StandardSocketOptions.SO_LINGER, 0);
                client.close();
            } else {
                open(client);
            }
        } catch (IOException e) {
            // The client was gone before it was let in, or the server is not there: the client has been closed.
        }
    }

    private void open(SocketChannel client) throws IOException {
        try {
            connections.add(ProxyConnection.open(client, target, selector, faults));
        } catch (IOException | RuntimeException e) {
            client.close();
            throw e;
        }
    }
}
