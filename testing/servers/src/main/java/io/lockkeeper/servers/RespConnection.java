package io.lockkeeper.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.util.RedisInputStream;
import redis.clients.jedis.util.RedisOutputStream;
import redis.clients.jedis.util.SafeEncoder;

/**
 * One connection that speaks RESP2, the protocol of Redis, as plainly as tests need it: a socket, and Jedis's words.
 *
 * <p>After a reply that took too long it can be read on, as no client allows. Blocking; not thread-safe.
 */
public final class RespConnection implements AutoCloseable {
    private final Socket socket;
    private final RedisOutputStream requests;
    private final RedisInputStream replies;

    private RespConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.requests = new RedisOutputStream(socket.getOutputStream());
        this.replies = new RedisInputStream(socket.getInputStream());
    }

    /**
     * Connects to a loopback port, be it a server's or a proxy's.
     *
     * @param patience how long to wait for the connection, and later for each reply, at least 1 ms
     * @throws UncheckedIOException if that fails or takes too long
     */
    public static RespConnection open(int port, Duration patience) {
        return open(port, Optional.empty(), patience);
    }

    static RespConnection open(int port, Optional<TlsIdentity> tls, Duration patience) {
        return LoopbackSocket.connect(port, tls, patience, RespConnection::new);
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
     * @return a {@link String}, a {@link Long}, a {@link java.util.List} of such, or null for Redis's nil; an error inside a
     *     list is there as an exception
     * @throws redis.clients.jedis.exceptions.JedisDataException if the server replies with an error
     * @throws UncheckedIOException if the connection breaks, or the reply takes too long
     */
    public @Nullable Object exec(String... command) {
        send(command);
        return receive();
    }

    /** Sends a command without waiting for its reply, to be had with {@link #receive()}. */
    public void send(String... command) {
        CommandArguments words = new CommandArguments(() -> SafeEncoder.encode(command[0]));
        Arrays.stream(command).skip(1).forEach(words::add);
        try {
            Protocol.sendCommand(requests, words);
            requests.flush();
        } catch (JedisConnectionException | IOException e) {
            throw new UncheckedIOException(new IOException("could not send " + command[0], e));
        }
    }

    /** Waits for the next reply, or the next message that the server pushes; see {@link #exec}. */
    public @Nullable Object receive() {
        try {
            return SafeEncoder.encodeObject(Protocol.read(replies, null));
        } catch (JedisConnectionException e) {
            throw new UncheckedIOException(new IOException("no reply", e));
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
