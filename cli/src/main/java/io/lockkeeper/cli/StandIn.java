package io.lockkeeper.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * A stand-in for a server, which one client asks: it answers what a short run asks for, so that {@link TrainVerb} needs no real
 * one. What it does not understand ends the conversation; what the client has loaded by then is recorded.
 */
abstract class StandIn implements AutoCloseable {
    private static final int PATIENCE = 10_000;

    private final ServerSocket server;

    StandIn() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        server.setSoTimeout(PATIENCE);
        Thread unused = Background.start("lockkeeper-stand-in", this::answerOne);
    }

    /** Where it listens, with the scheme of its store. */
    final String url(String scheme) {
        return scheme + "://127.0.0.1:" + server.getLocalPort();
    }

    private void answerOne() {
        try (Socket client = server.accept()) {
            client.setTcpNoDelay(true);
            client.setSoTimeout(PATIENCE);
            answer(client.getInputStream(), client.getOutputStream());
        } catch (IOException ended) {
            // The client has hung up, or never came.
        }
    }

    /** Answers until the client hangs up. */
    abstract void answer(InputStream asked, OutputStream answers) throws IOException;

    @Override
    public final void close() throws IOException {
        server.close();
    }
}
