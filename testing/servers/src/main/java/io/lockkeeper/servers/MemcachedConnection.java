package io.lockkeeper.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One connection that speaks memcached's text protocol, as plainly as tests need it.
 *
 * <p>Independent of the clients that are under test, and blocking. Not thread-safe.
 */
public final class MemcachedConnection implements AutoCloseable {

    /** The last line of a reply. An item that contains such a line can't be read. */
    private static final Pattern END =
            Pattern.compile("END|OK|RESET|STORED|NOT_STORED|EXISTS|NOT_FOUND|DELETED|TOUCHED|ERROR|EN"
                    + "|(CLIENT_ERROR|SERVER_ERROR|VERSION|ME) .*");

    private final Socket socket;
    private final BufferedReader replies;

    private MemcachedConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.replies = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
    }

    /**
     * Connects to a loopback port, be it a server's or a proxy's.
     *
     * @param tls whom to trust if the server speaks TLS
     * @param patience how long to wait for the connection, and later for each reply, at least 1 ms
     * @throws UncheckedIOException if that fails or takes too long
     */
    public static MemcachedConnection open(int port, Optional<TlsIdentity> tls, Duration patience) {
        return LoopbackSocket.connect(port, tls, patience, MemcachedConnection::new);
    }

    /**
     * Logs in.
     *
     * @param login user and password with a space between
     */
    void logIn(String login) {
        String reply = exec("set login 0 0 " + login.getBytes(UTF_8).length + "\r\n" + login)
                .get(0);
        if (!reply.equals("STORED")) {
            throw new IllegalStateException("memcached did not let its own user in: " + reply);
        }
    }

    /**
     * Sends a command and waits for its reply.
     *
     * @param command without the line break at its end; data follows after a line break of its own
     * @return the lines of the reply, one that says END left out
     * @throws UncheckedIOException if the connection breaks, or the reply takes too long
     */
    public List<String> exec(String command) {
        try {
            socket.getOutputStream().write((command + "\r\n").getBytes(UTF_8));
            List<String> lines = new ArrayList<>();
            while (true) {
                String line = replies.readLine();
                if (line == null) {
                    throw new IOException("the server closed the connection");
                }
                if (!line.equals("END")) {
                    lines.add(line);
                }
                if (END.matcher(line).matches()) {
                    return lines;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("no reply", e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
