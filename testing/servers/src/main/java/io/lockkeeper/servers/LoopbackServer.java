package io.lockkeeper.servers;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A real server for tests, on a loopback port of its own that it keeps over all restarts. Thread-safe; ends with this JVM
 * at the latest.
 */
public abstract class LoopbackServer implements AutoCloseable {
    private final ServerProcess process;
    private final int port;
    private final List<Integer> morePorts;
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * Takes over a server that was started.
     *
     * @param port where its clients connect
     * @param morePorts its further ports; all are given back on close
     */
    protected LoopbackServer(ServerProcess process, int port, Integer... morePorts) {
        this.process = process;
        this.port = port;
        this.morePorts = List.of(morePorts);
    }

    /** Returns the URL of a server like this one on a port: its own, or that of a proxy before it. */
    protected abstract String url(int port);

    /** Returns the port, the same over all restarts. */
    public int port() {
        return port;
    }

    /** Returns the URL, with the user or password that it takes. */
    public String url() {
        return url(port);
    }

    /** Returns the URL that leads to this server through a proxy. */
    public String url(TcpProxy proxy) {
        return url(proxy.port());
    }

    /** Returns a new proxy in front of this server, to be closed by the caller. */
    public TcpProxy proxy() {
        return TcpProxy.to(port);
    }

    /** Stops the server where it is: connections stay open, and unanswered. */
    public void pause() {
        process.pause();
    }

    /** Lets a paused server go on. */
    public void resume() {
        process.resume();
    }

    /** Ends the server at once, as a crash does; returns when it is gone. */
    public void kill() {
        process.kill();
    }

    /** Shuts the server down in good order; returns when it is gone. */
    public void stop() {
        process.stop();
    }

    /** Starts the server again on the same port and data, and returns when it answers. */
    public void restart() {
        process.restart();
    }

    /** Returns the process behind this server. */
    public ServerProcess process() {
        return process;
    }

    /** Kills the server and removes its data. */
    @Override
    public void close() {
        process.close();
        if (!closed.getAndSet(true)) {
            FreePorts.giveBack(port);
            morePorts.forEach(FreePorts::giveBack);
        }
    }
}
