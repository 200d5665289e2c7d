package io.lockkeeper.servers;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words of four letters by which a ZooKeeper server on a loopback port tells of itself. Thread-safe. */
record FourLetterWords(int port) {

    private static final int PATIENCE_MILLIS = 5_000;
    private static final Pattern MODE = Pattern.compile("(?m)^Mode: (\\w+)");

    /**
     * Asks and returns the answer.
     *
     * @throws UncheckedIOException if there is none
     */
    String ask(String word) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(word.getBytes(US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether it serves, and as what; "none" while it does not. */
    String mode() {
        Matcher mode = MODE.matcher(ask("srvr"));
        return mode.find() ? mode.group(1) : "none";
    }

    /** What it counts, by name. */
    Map<String, String> statistics() {
        Map<String, String> values = new HashMap<>();
        for (String line : ask("mntr").split("\n", -1)) {
            int tab = line.indexOf('\t');
            if (tab > 0) {
                values.put(line.substring(0, tab), line.substring(tab + 1).strip());
            }
        }
        return values;
    }
}
