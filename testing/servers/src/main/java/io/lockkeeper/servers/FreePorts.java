package io.lockkeeper.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The loopback ports that this JVM may give to the servers it starts.
 *
 * <p>Each JVM owns whole {@linkplain PortBlock blocks} of ports, so parallel test JVMs don't meet, and a killed
 * server's port stays free for its restart. The blocks lie below the ports that the kernel hands out by itself (from
 * 32768 on Linux), with 10,000 to spare for Redis Cluster's second port. Programs that know nothing of this may still
 * take a port, so whoever starts a server should try another port when binding fails.
 *
 * <p>Thread-safe.
 */
public final class FreePorts {
    private static final Deque<Integer> FREE = new ArrayDeque<>();

    private FreePorts() {}

    /**
     * Takes a port that nothing on this machine listens on right now; nobody else gets it before it is given back.
     *
     * @throws IllegalStateException if all ports are taken
     */
    public static int take() {
        synchronized (FREE) {
            while (true) {
                if (FREE.isEmpty()) {
                    PortBlock.claim().forEachPort(FREE::add);
                }
                int port = FREE.remove();
                if (isFree(port)) {
                    return port;
                }
            }
        }
    }

    /** Gives back a port that was taken, to be used again after all others. */
    public static void giveBack(int port) {
        synchronized (FREE) {
            FREE.add(port);
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (BindException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
