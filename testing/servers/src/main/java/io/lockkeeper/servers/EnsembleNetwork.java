package io.lockkeeper.servers;

import java.util.ArrayList;
import java.util.List;

/**
 * The network between three servers of an ensemble: a proxy for each direction between two of them and each of their ports, so
 * that any server can be cut off from the others while its clients still reach it.
 */
final class EnsembleNetwork implements AutoCloseable {

    /** One way to a port of another server. */
    private record Link(int from, int to, TcpProxy proxy) {}

    private final List<Link> links = new ArrayList<>();

    /** Returns the port by which one server reaches a port of another. */
    int link(int from, int to, int port) {
        TcpProxy proxy = TcpProxy.to(port);
        links.add(new Link(from, to, proxy));
        return proxy.port();
    }

    /** Lets nothing through to or from a server; connections stay open. */
    void isolate(int server) {
        if (links.isEmpty()) {
            throw new IllegalStateException("These servers reach each other directly.");
        }
        links.stream()
                .filter(link -> link.from() == server || link.to() == server)
                .forEach(link -> link.proxy().freeze());
    }

    void heal() {
        links.forEach(link -> link.proxy().heal());
    }

    @Override
    public void close() {
        links.forEach(link -> link.proxy().close());
    }
}
