package io.lockkeeper.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * One connection that speaks RESP2, the protocol of Redis, as plainly as tests need it.
 *
 * <p>Independent of the clients that are under test, and blocking. Not thread-safe.
 *
 * @see <a href="https://redis.io/docs/latest/develop/reference/protocol-spec/">the protocol</a>
 */
public final class RespConnection implements AutoCloseable {
    private final Socket socket;
    private final RespReader replies;

    private RespConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.replies = new RespReader(socket.getInputStream());
    }

    /**
     * Connects to a loopback port, be it a server's or a proxy's.
     *
     * @param patience how long to wait for the connection, and later for each reply, at least 1 ms
     * @throws UncheckedIOException if that fails or takes too long
     */
    public static RespConnection open(int port, Duration patience) {
        return open(SocketFactory.getDefault(), port, patience);
    }

    /** Connects like {@link #open(int, Duration)} with sockets of this factory, such as one for TLS. */
    public static RespConnection open(SocketFactory sockets, int port, Duration patience) {
        return LoopbackSocket.connect(sockets, port, patience, RespConnection::new);
    }

    /** Sets how long to wait for each reply from now on, at least 1 ms. */
    public void patience(Duration patience) {
        try {
            socket.setSoTimeout(Math.toIntExact(patience.toMillis()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Sends a command and waits for its reply.
     *
     * @return a {@link String}, a {@link Long}, a {@link List} of such, or null for Redis's nil; an error inside a list
     *     is there as a {@link RespException}
     * @throws RespException if the server replies with an error
     * @throws UncheckedIOException if the connection breaks, or the reply takes too long
     */
    public @Nullable Object exec(String... command) {
        send(command);
        return receive();
    }

    /** Sends a command without waiting for its reply, to be had with {@link #receive()}. */
    public void send(String... command) {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(("*" + command.length + "\r\n").getBytes(UTF_8));
        for (String word : command) {
            byte[] bytes = word.getBytes(UTF_8);
            request.writeBytes(("$" + bytes.length + "\r\n").getBytes(UTF_8));
            request.writeBytes(bytes);
            request.writeBytes("\r\n".getBytes(UTF_8));
        }
        try {
            socket.getOutputStream().write(request.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException("could not send " + command[0], e);
        }
    }

    /** Waits for the next reply, or the next message that the server pushes; see {@link #exec}. */
    public @Nullable Object receive() {
        try {
            Object reply = replies.read();
            if (reply instanceof RespException error) {
                throw error;
            }
            return reply;
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
