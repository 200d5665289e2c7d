package io.lockkeeper.store;

import io.lockkeeper.PlainText;
import io.lockkeeper.StoreUnavailableException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;

/**
 * Finds out, by connections of its own, why a store's first connection failed. It sends no names and no passwords.
 *
 * @param product what the server should be, such as {@code Redis}
 * @param plain the URL scheme for connections without TLS; empty if the URL does not say
 * @param encrypted the URL scheme for TLS; empty if the URL does not say
 * @param tls whether TLS was asked for
 */
public record Diagnosis(String product, String plain, String encrypted, boolean tls) {

    private static final String SILENCE =
            "gives no answer: it accepts connections and says nothing. Check the port, and the server's log.";

    private static final Duration TO_CONNECT = Duration.ofMillis(1_500);
    private static final Duration TO_ANSWER = Duration.ofMillis(700);

    /**
     * A server of a store.
     *
     * @param host its name or address, without brackets
     * @param port its port
     */
    public record Server(String host, int port) {
        @Override
        public String toString() {
            return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
        }
    }

    /**
     * Explains a failure to connect, if that can be explained.
     *
     * @param where the beginning of the sentence: the product and its servers, without secrets
     * @param servers the servers that were tried
     * @param failure what connecting failed with
     * @return an exception that says what is wrong with the first server, and what to check; or the failure itself if a
     *     server is found in order
     */
    public StoreUnavailableException explain(String where, List<Server> servers, StoreUnavailableException failure) {
        Optional<String> first = Optional.empty();
        for (Server server : servers) {
            Optional<String> finding = find(server);
            if (finding.isEmpty()) {
                return handshake(where, failure);
            }
            first = first.or(() -> finding);
        }
        return first.map(finding -> new StoreUnavailableException(where + " " + finding, false, failure))
                .orElse(failure);
    }

    private static StoreUnavailableException handshake(String where, StoreUnavailableException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SSLException) {
                String why = PlainText.line(String.valueOf(cause.getMessage()));
                return new StoreUnavailableException(
                        where + " can't be reached: the TLS handshake failed (" + why
                                + "). Check which certificates are trusted, and the host name in the server's.",
                        false,
                        failure);
            }
        }
        return failure;
    }

    /**
     * Returns whether a longer attempt would have failed, too.
     *
     * @param explained what {@link #explain} returned
     * @return false for a server that accepts connections and says nothing: it may only be slow
     */
    public static boolean isFinal(StoreUnavailableException explained) {
        return !String.valueOf(explained.getMessage()).endsWith(SILENCE);
    }

    /**
     * Looks at a server.
     *
     * @param server where it should be
     * @return how a sentence about it goes on, with a final period; empty if it is in order as far as can be seen
     */
    public Optional<String> find(Server server) {
        try (Socket socket = new Socket()) {
            InetAddress address = InetAddress.getByName(server.host());
            socket.connect(new InetSocketAddress(address, server.port()), Math.toIntExact(TO_CONNECT.toMillis()));
        } catch (UnknownHostException unknown) {
            return unreachable("the host name '" + server.host() + "' is unknown. Check the name in the address.");
        } catch (SocketTimeoutException silent) {
            return unreachable(server + " gave no answer within " + TO_CONNECT.toMillis()
                    + " ms. Check the address, and the firewalls on the way.");
        } catch (IOException refused) {
            return unreachable(
                    isRefusal(refused)
                            ? server + " refused the connection. Check the port, and whether the server runs."
                            : "there is no way to " + server + " (" + refused.getMessage() + "). Check the address.");
        }
        return ofSpeech(new Conversation(server, TO_ANSWER));
    }

    private Optional<String> ofSpeech(Conversation server) {
        Conversation.Speech speech = server.speaksTls();
        if (speech == Conversation.Speech.YES && tls) {
            return Optional.empty();
        }
        if (speech == Conversation.Speech.YES && !encrypted.isEmpty()) {
            return Optional.of("speaks TLS on this port. Use " + encrypted + "://, or the port without TLS.");
        }
        Optional<String> found = server.product();
        if (found.isPresent() && !found.get().contains(product)) {
            return Optional.of("is not " + product + ": what answers on this port is " + found.get()
                    + ". Check host and port in the address.");
        }
        if (tls && (found.isPresent() || speech == Conversation.Speech.NO)) {
            return Optional.of(
                    "does not speak TLS on this port. Use " + plain + "://, or the port on which it speaks TLS.");
        }
        return found.isEmpty() && speech == Conversation.Speech.SILENCE ? Optional.of(SILENCE) : Optional.empty();
    }

    private static Optional<String> unreachable(String why) {
        return Optional.of("can't be reached: " + why);
    }

    private static boolean isRefusal(IOException failure) {
        return String.valueOf(failure.getMessage()).contains("refused");
    }
}
