package io.lockkeeper.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * A faulty network between a client and a server: a TCP proxy on a loopback port.
 *
 * <p>A fault is in force when its method returns, for the connections that are open and those to come, until {@link
 * #heal()}. Faults add up. Requests are the bytes from the client to the server, replies those back, whatever the
 * protocol. Where no bytes are let through none are lost either, unless a connection breaks: they wait in the proxy and
 * in the kernel, which in the end stops the sender.
 *
 * <p>Thread-safe. One daemon thread serves all connections, 4096 at most; more are refused. A proxy that was closed
 * throws {@link IllegalStateException}.
 */
public final class TcpProxy implements AutoCloseable {
    private final ProxyLoop loop;
    private final Thread thread;

    private TcpProxy(ProxyLoop loop) {
        this.loop = loop;
        this.thread = new Thread(loop, "lockkeeper-proxy-" + loop.port());
        thread.setDaemon(true);
    }

    /** Starts a proxy in front of a server on this machine. */
    public static TcpProxy to(int port) {
        return to("127.0.0.1", port);
    }

    /** Starts a proxy in front of a server, which need not be there yet. */
    public static TcpProxy to(String host, int port) {
        try {
            TcpProxy proxy = new TcpProxy(new ProxyLoop(new InetSocketAddress(host, port)));
            proxy.thread.start();
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the port on 127.0.0.1 to connect to instead of the server's. */
    public int port() {
        return loop.port();
    }

    /** Returns how many connections are open through this proxy. */
    public int connections() {
        return loop.orders().ask(loop::connections);
    }

    /** Breaks all connections, and each new one as soon as it is made. */
    public void cut() {
        order(faults -> {
            faults.cut();
            loop.resetConnections();
        });
    }

    /** Breaks all connections; new ones work. */
    public void dropConnections() {
        order(faults -> loop.resetConnections());
    }

    /** Lets no bytes through, either way; connections stay open, and new ones are accepted. */
    public void freeze() {
        order(ProxyFaults::freeze);
    }

    /** Lets no requests through. */
    public void freezeRequests() {
        order(faults -> faults.requests().freeze());
    }

    /** Lets requests through, and no replies: the server does what the client never hears of. */
    public void freezeReplies() {
        order(faults -> faults.replies().freeze());
    }

    /** Lets the bytes through that a freeze held, and all others. */
    public void thaw() {
        order(ProxyFaults::thaw);
    }

    /** Lets requests and replies arrive this much later, so a round trip takes twice as long. */
    public void delay(Duration eachWay) {
        order(faults -> faults.delay(eachWay));
    }

    /** Lets requests arrive this much later. */
    public void delayRequests(Duration delay) {
        order(faults -> faults.requests().delay(delay));
    }

    /** Lets replies arrive this much later. */
    public void delayReplies(Duration delay) {
        order(faults -> faults.replies().delay(delay));
    }

    /** Breaks the connection that sends the next request, when the server answers it. */
    public CompletableFuture<Void> cutAfterNextRequest() {
        return cutAfterNextRequest("");
    }

    /**
     * Breaks the connection that sends the next request with this text in it, when the server answers: the request is
     * carried out, with all that was sent together with it, and the client never learns. It happens once.
     *
     * <p>For small requests, which arrive in one piece, on a connection with no other reply under way. The server sees
     * the connection's orderly end, so that it reads all requests before.
     *
     * @return completed when the server has closed the connection too, cancelled if healed before
     */
    public CompletableFuture<Void> cutAfterNextRequest(String text) {
        return loop.orders().ask(() -> loop.faults().lay(text, Ambush.Moment.BEFORE_REPLY));
    }

    /** Like {@link #cutAfterNextRequest(String)}, but the server never sees the request. */
    public CompletableFuture<Void> cutBeforeNextRequest(String text) {
        return loop.orders().ask(() -> loop.faults().lay(text, Ambush.Moment.BEFORE_REQUEST));
    }

    /** Undoes all faults; what was held or delayed arrives now, what was broken stays broken. */
    public void heal() {
        order(ProxyFaults::heal);
    }

    /** Breaks all connections and ends the proxy. */
    @Override
    public synchronized void close() {
        if (thread.isAlive()) {
            loop.orders().ask(Executors.callable(loop::end));
            Uninterruptibly.join(thread);
        }
    }

    private void order(Consumer<ProxyFaults> change) {
        loop.orders().ask(Executors.callable(() -> change.accept(loop.faults())));
    }
}
