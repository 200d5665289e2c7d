package io.lockkeeper.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * The question whether a server that was just started is ready to serve.
 *
 * <p>Asked again and again, in the thread that starts the server; an exception means "not yet".
 */
@FunctionalInterface
public interface Probe {
    /**
     * Returns whether the server is ready; answers within a few seconds.
     *
     * @param pid the server's process, for servers that can tell whether it is really theirs
     */
    boolean isReady(long pid) throws Exception;

    /** A probe that is content once the loopback port accepts a connection. */
    static Probe accepts(int port) {
        return pid -> {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
                return true;
            } catch (IOException e) {
                return false;
            }
        };
    }
}
