package io.lockkeeper.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;

/** Plain connections to servers on this machine. */
final class LoopbackSocket {
    private LoopbackSocket() {}

    /**
     * Connects to a loopback port, be it a server's or a proxy's.
     *
     * @param tls whom to trust if the server speaks TLS
     * @param patience how long to wait for the connection, and later for each reply, at least 1 ms
     * @throws UncheckedIOException if that fails or takes too long
     */
    static <C> C connect(int port, Optional<TlsIdentity> tls, Duration patience, Protocol<C> protocol) {
        int millis = Math.toIntExact(patience.toMillis());
        try {
            Socket socket =
                    tls.isPresent() ? tls.get().sslContext().getSocketFactory().createSocket() : new Socket();
            try {
                socket.setSoTimeout(millis);
                socket.setTcpNoDelay(true);
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), millis);
                return protocol.over(socket);
            } catch (IOException e) {
                socket.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("no connection to port " + port, e);
        }
    }

    /** What is spoken over a socket, which it closes in the end. */
    interface Protocol<C> {
        C over(Socket socket) throws IOException;
    }
}
