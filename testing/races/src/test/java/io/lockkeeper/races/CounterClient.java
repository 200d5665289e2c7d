package io.lockkeeper.races;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.util.OptionalLong;

/** A worker thread's connection to the counter. */
final class CounterClient implements AutoCloseable {

    private final Socket socket;
    private final BufferedReader replies;

    CounterClient(int port, String who) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        replies = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
        send(who);
    }

    /** Says that the lock will be asked for now. */
    void ask() throws IOException {
        exchange("ask");
    }

    /** Reads the value; empty if the token is too old. */
    OptionalLong read(long token) throws IOException {
        return value(exchange("read " + token));
    }

    /** Writes a value in place of the one that was read. False if the token is too old. */
    boolean write(long token, long old, long next) throws IOException {
        return value(exchange("write " + token + " " + old + " " + next)).isPresent();
    }

    /** Says whether the lease was current after the last answer. */
    void confirm(long token, boolean held) throws IOException {
        exchange((held ? "confirm " : "lost ") + token);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private String exchange(String request) throws IOException {
        send(request);
        String reply = replies.readLine();
        if (reply == null) {
            throw new EOFException("The counter is gone.");
        }
        return reply;
    }

    private void send(String line) throws IOException {
        socket.getOutputStream().write((line + "\n").getBytes(US_ASCII));
    }

    private static OptionalLong value(String reply) {
        String[] words = reply.split(" ", -1);
        return words[0].equals("value") ? OptionalLong.of(Long.parseLong(words[1])) : OptionalLong.empty();
    }
}
