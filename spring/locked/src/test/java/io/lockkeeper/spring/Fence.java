package io.lockkeeper.spring;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/**
 * A resource that refuses old fencing tokens, for other processes: each call of a leader announces its token, and then writes. An
 * announcement can be kept waiting, so that a call is under way at a known point.
 */
final class Fence implements AutoCloseable {

    private final ServerSocket server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Map<Long, String> writers = new HashMap<>();
    private final List<String> wrong = new ArrayList<>();
    private long greatest;
    private String last = "";
    private int accepted;
    private int refused;
    private volatile Gate gate = new Gate("", new CountDownLatch(0), new CountDownLatch(0));

    /** Keeps the next announcement of a process waiting. */
    record Gate(String process, CountDownLatch reached, CountDownLatch passed) {}

    Fence() {
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /** The process whose write was accepted last. */
    synchronized String last() {
        return last;
    }

    synchronized int accepted() {
        return accepted;
    }

    synchronized int refused() {
        return refused;
    }

    /** What two leaders at a time would have done. */
    synchronized List<String> wrong() {
        return List.copyOf(wrong);
    }

    Gate keepWaiting(String process) {
        Gate next = new Gate(process, new CountDownLatch(1), new CountDownLatch(1));
        gate = next;
        return next;
    }

    private String announce(String process) throws InterruptedException {
        Gate now = gate;
        if (now.process().equals(process)) {
            now.reached().countDown();
            now.passed().await();
        }
        return "go";
    }

    private synchronized String write(String process, long token) {
        String writer = writers.putIfAbsent(token, process);
        if (writer != null && !writer.equals(process)) {
            wrong.add(process + " and " + writer + " have the token " + token);
        }
        if (token < greatest) {
            refused++;
            return "refused";
        }
        greatest = token;
        last = process;
        accepted++;
        return "accepted";
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                open.add(socket);
                start(() -> serve(socket));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void serve(Socket socket) {
        try (socket;
                BufferedReader lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ", -1);
                String reply =
                        words[0].equals("announce") ? announce(words[1]) : write(words[1], Long.parseLong(words[2]));
                socket.getOutputStream().write((reply + "\n").getBytes(US_ASCII));
            }
        } catch (IOException | InterruptedException ended) {
            // The process is gone, or the test is over.
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "fence");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
