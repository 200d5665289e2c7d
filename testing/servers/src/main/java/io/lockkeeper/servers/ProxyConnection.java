package io.lockkeeper.servers;

import static java.nio.channels.SelectionKey.OP_CONNECT;
import static java.nio.channels.SelectionKey.OP_READ;
import static java.nio.channels.SelectionKey.OP_WRITE;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** One client's connection through a proxy to the server; belongs to the proxy's thread. */
final class ProxyConnection {
    private final SocketChannel client;
    private final SocketChannel server;
    private final SelectionKey clientKey;
    private final SelectionKey serverKey;
    private final Lane requests;
    private final Lane replies;
    private final ProxyFaults faults;
    private @Nullable Ambush replyAmbush;

    private ProxyConnection(SocketChannel client, SocketChannel server, Selector selector, ProxyFaults faults)
            throws IOException {
        this.client = client;
        this.server = server;
        this.faults = faults;
        this.requests = new Lane(client, server, faults.requests());
        this.replies = new Lane(server, client, faults.replies());
        this.clientKey = client.register(selector, 0);
        this.serverKey = server.register(selector, OP_CONNECT);
        clientKey.attach(this);
        serverKey.attach(this);
    }

    static ProxyConnection open(SocketChannel client, InetSocketAddress target, Selector selector, ProxyFaults faults)
            throws IOException {
        SocketChannel server = SocketChannel.open();
        try {
            for (SocketChannel channel : new SocketChannel[] {client, server}) {
                channel.configureBlocking(false);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            }
            ProxyConnection connection = new ProxyConnection(client, server, selector, faults);
            server.connect(target);
            return connection;
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** Returns whether the server still serves it; the client may be gone before. */
    boolean isOpen() {
        return server.isOpen();
    }

    /** Does what the selector found possible on one of the two channels. */
    void onReady(SelectionKey key, long now) {
        try {
            if (key.isConnectable()) {
                server.finishConnect();
            }
            if (key.isReadable()) {
                if (key == clientKey) {
                    onRequest(requests.read(now));
                } else {
                    onReply(replies.read(now), now);
                }
            }
        } catch (IOException e) {
            reset(); // One side broke: the other is told in the same way.
        }
    }

    /** Writes what is due, says what to select for, and returns the nanoseconds until it's due again. */
    long tend(long now) {
        try {
            if (server.isConnectionPending() || !isOpen()) {
                return Long.MAX_VALUE;
            }
            requests.write(now);
            if (client.isOpen()) {
                replies.write(now);
                clientKey.interestOps(interest(requests, replies, now));
            } else {
                replies.discard();
            }
            if (requests.hasEnded() && replies.hasEnded()) {
                close();
                return Long.MAX_VALUE;
            }
            serverKey.interestOps(interest(replies, requests, now));
            return Math.min(dueLater(requests, now), dueLater(replies, now));
        } catch (IOException e) {
            reset();
            return Long.MAX_VALUE;
        }
    }

    /** Breaks the connection to both sides, losing what is in flight. */
    void reset() {
        breakOff(client);
        breakOff(server);
        springReplyAmbush();
    }

    private void onRequest(ByteBuffer request) {
        Ambush ambush = request.hasRemaining() ? faults.takeAmbushFor(request) : null;
        if (ambush == null) {
            return;
        }
        if (ambush.moment() == Ambush.Moment.BEFORE_REQUEST) {
            reset();
            ambush.spring();
        } else {
            replyAmbush = ambush;
        }
    }

    /** The client is cut off; the server is to carry out all that was sent before, and may take its time. */
    private void onReply(ByteBuffer reply, long now) {
        if (reply.hasRemaining() && replyAmbush != null && client.isOpen()) {
            breakOff(client);
            requests.end(now);
        }
    }

    private void close() {
        try (client) {
            server.close();
        } catch (IOException e) {
            // Both are closed all the same: what failed is the farewell.
        }
        springReplyAmbush();
    }

    private void springReplyAmbush() {
        if (replyAmbush != null) {
            replyAmbush.spring();
        }
    }

    private static void breakOff(SocketChannel channel) {
        try (channel) {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException e) {
            // Closed before, so there is nothing to break.
        }
    }

    private static int interest(Lane from, Lane to, long now) {
        return (from.wantsToRead() ? OP_READ : 0) | (to.wantsToWrite(now) ? OP_WRITE : 0);
    }

    /** What is due and not yet written waits for the receiver, not for the clock. */
    private static long dueLater(Lane lane, long now) {
        long nanos = lane.nanosUntilDue(now);
        return nanos == 0 ? Long.MAX_VALUE : nanos;
    }
}
