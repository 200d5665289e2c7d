package io.lockkeeper.races;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The counter, for other processes: a line for each request, a line for each reply. Thread-safe. */
final class CounterServer implements AutoCloseable {

    private final Counter counter;
    private final ServerSocket server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    CounterServer(Counter counter) {
        this.counter = counter;
        try {
            server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start("counter", this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    @Override
    public void close() {
        try {
            server.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                open.add(socket);
                start("counter-" + socket.getPort(), () -> serve(socket));
            }
        } catch (IOException e) {
            // Closed: nobody is served any more.
        }
    }

    private void serve(Socket socket) {
        try (socket;
                BufferedReader requests = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
                OutputStream replies = socket.getOutputStream()) {
            String who = requests.readLine();
            for (String line = requests.readLine(); line != null; line = requests.readLine()) {
                replies.write((answer(who, line.split(" ", -1)) + "\n").getBytes(US_ASCII));
            }
        } catch (IOException e) {
            // The worker was killed: that is what this is about.
        } finally {
            open.remove(socket);
        }
    }

    private String answer(String who, String[] words) {
        switch (words[0]) {
            case "ask" -> counter.asks(who);
            case "confirm" -> counter.confirms(who, number(words, 1));
            case "lost" -> counter.lost(who, number(words, 1));
            case "read" -> {
                return text(counter.read(who, number(words, 1)));
            }
            case "write" -> {
                return text(counter.write(who, number(words, 1), number(words, 2), number(words, 3)));
            }
            default -> throw new IllegalArgumentException(words[0]);
        }
        return "noted";
    }

    private static long number(String[] words, int index) {
        return Long.parseLong(words[index]);
    }

    private static String text(Counter.Reply reply) {
        if (reply instanceof Counter.Stale stale) {
            return "stale " + stale.greatest();
        }
        return "value " + ((Counter.Value) reply).value();
    }
}
