package io.lockkeeper.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.lockkeeper.store.Diagnosis.Server;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/**
 * What a server that listens says to a few harmless words, each over a connection of its own.
 *
 * @param server the server
 * @param patience how long to wait for each answer
 */
record Conversation(Server server, Duration patience) {

    private static final Duration GREETING = Duration.ofMillis(200);
    private static final int MOST = 512;

    private static final byte TLS_ALERT = 0x15;
    private static final byte TLS_HANDSHAKE = 0x16;
    private static final byte TLS_MAJOR = 0x03;

    /** How PostgreSQL is asked whether it speaks TLS: it answers S or N. */
    private static final byte[] POSTGRESQL = {0, 0, 0, 8, 4, (byte) 0xd2, 0x16, 0x2f};

    private static final byte[] HTTP = "GET /version HTTP/1.0\r\n\r\n".getBytes(ISO_8859_1);
    private static final byte[] MEMCACHED = "version\r\n".getBytes(ISO_8859_1);
    private static final byte[] ZOOKEEPER = "ruok".getBytes(ISO_8859_1);

    /** What came of a question. */
    enum Speech {
        /** It answered in this protocol. */
        YES,
        /** It answered in another one, or ended the connection. */
        NO,
        /** It said nothing. */
        SILENCE
    }

    /** Whether it answers the beginning of a TLS handshake. */
    Speech speaksTls() {
        Optional<String> answer = answer(clientHello(), false);
        if (answer.isEmpty()) {
            return Speech.SILENCE;
        }
        byte[] bytes = answer.get().getBytes(ISO_8859_1);
        boolean tls = bytes.length > 1 && (bytes[0] == TLS_HANDSHAKE || bytes[0] == TLS_ALERT) && bytes[1] == TLS_MAJOR;
        return tls ? Speech.YES : Speech.NO;
    }

    /** What it seems to be, from what it says without TLS; empty if it does not say. */
    Optional<String> product() {
        String answer = answer(HTTP, true).orElse("");
        if (answer.startsWith("HTTP/")) {
            return Optional.of(answer.contains("etcd") ? "etcd" : "an HTTP server");
        } else if (answer.matches("(?s)-(ERR|NOAUTH|DENIED|NOPERM|LOADING).*")) {
            return Optional.of("Redis");
        } else if (answer.matches("(?s)(CLIENT_)?ERROR.*")) {
            return Optional.of("memcached");
        } else if (isMySqlGreeting(answer)) {
            return Optional.of("MariaDB or MySQL");
        } else if (answer.startsWith("SSH-")) {
            return Optional.of("an SSH server");
        }
        return answer.isEmpty() ? silentProduct() : Optional.of("another kind of server");
    }

    /** A packet with number 0, of protocol 10 or with an error. */
    private static boolean isMySqlGreeting(String answer) {
        return answer.length() > 4 && answer.charAt(3) == 0 && (answer.charAt(4) == 10 || answer.charAt(4) == 0xff);
    }

    /** Of those that say nothing to strangers. */
    private Optional<String> silentProduct() {
        if (answer(MEMCACHED, false).orElse("").startsWith("VERSION ")) {
            return Optional.of("memcached");
        }
        String answer = answer(ZOOKEEPER, false).orElse("");
        if (answer.startsWith("imok") || answer.startsWith("ruok is not")) {
            return Optional.of("ZooKeeper");
        }
        answer = answer(POSTGRESQL, false).orElse("");
        return answer.equals("S") || answer.equals("N") ? Optional.of("PostgreSQL") : Optional.empty();
    }

    /**
     * The beginning of what it says; nothing at all if it ends the connection, and empty if it keeps silent.
     *
     * @param greeted whether it may speak first
     */
    private Optional<String> answer(byte[] words, boolean greeted) {
        try (Socket socket = new Socket()) {
            int millis = Math.toIntExact(patience.toMillis());
            socket.connect(new InetSocketAddress(server.host(), server.port()), millis);
            Optional<String> greeting = greeted ? read(socket, GREETING) : Optional.empty();
            if (greeting.isPresent()) {
                return greeting;
            }
            socket.getOutputStream().write(words);
            return read(socket, patience);
        } catch (IOException broken) {
            return Optional.of("");
        }
    }

    private static Optional<String> read(Socket socket, Duration patience) throws IOException {
        byte[] answer = new byte[MOST];
        socket.setSoTimeout(Math.toIntExact(patience.toMillis()));
        try {
            int length = socket.getInputStream().read(answer);
            return Optional.of(new String(answer, 0, Math.max(0, length), ISO_8859_1));
        } catch (SocketTimeoutException nothing) {
            return Optional.empty();
        }
    }

    private byte[] clientHello() {
        try {
            SSLEngine engine = SSLContext.getDefault().createSSLEngine(server.host(), server.port());
            engine.setUseClientMode(true);
            ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
            engine.wrap(ByteBuffer.allocate(0), hello);
            hello.flip();
            byte[] bytes = new byte[hello.remaining()];
            hello.get(bytes);
            return bytes;
        } catch (NoSuchAlgorithmException | SSLException unusual) {
            return new byte[0];
        }
    }
}
