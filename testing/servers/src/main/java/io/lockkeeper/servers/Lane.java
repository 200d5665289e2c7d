package io.lockkeeper.servers;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One direction of one proxied connection: bytes in flight, in order, until they are due.
 *
 * <p>Holds at most {@value #MOST_BYTES} bytes and one read more; then it leaves them to the kernel, which slows the
 * sender. Belongs to the proxy's thread.
 */
final class Lane {
    private static final int MOST_BYTES = 256 * 1024;
    private static final int READ_BYTES = 16 * 1024;

    private final SocketChannel source;
    private final SocketChannel sink;
    private final LaneFaults faults;
    private final Deque<Chunk> inFlight = new ArrayDeque<>();
    private int bytes;
    private boolean sourceEnded;
    private boolean sinkEnded;

    /** Bytes and when they came; none at all stand for the end of the stream. */
    private record Chunk(ByteBuffer content, long arrivedNanos) {}

    Lane(SocketChannel source, SocketChannel sink, LaneFaults faults) {
        this.source = source;
        this.sink = sink;
        this.faults = faults;
    }

    boolean wantsToRead() {
        return !sourceEnded && !faults.isFrozen() && bytes < MOST_BYTES;
    }

    boolean wantsToWrite(long now) {
        return nanosUntilDue(now) <= 0;
    }

    boolean hasEnded() {
        return sinkEnded;
    }

    /** Returns how long the next bytes have to wait still, or {@link Long#MAX_VALUE} if there are none. */
    long nanosUntilDue(long now) {
        Chunk next = inFlight.peek();
        if (next == null || faults.isFrozen()) {
            return Long.MAX_VALUE;
        }
        return Math.max(0, next.arrivedNanos + faults.delayNanos() - now);
    }

    /** Reads what has come, and returns it for a look; it is empty at the end of the stream. */
    ByteBuffer read(long now) throws IOException {
        ByteBuffer content = ByteBuffer.allocate(READ_BYTES);
        int count = source.read(content);
        content.flip();
        if (count != 0) {
            inFlight.add(new Chunk(content, now));
            bytes += content.remaining();
            sourceEnded = count < 0;
        }
        return content;
    }

    /** Ends the stream after what has been read, whatever else may come. */
    void end(long now) {
        if (!sourceEnded) {
            inFlight.add(new Chunk(ByteBuffer.allocate(0), now));
            sourceEnded = true;
        }
    }

    /** Drops what has come, for a receiver that is gone. */
    void discard() {
        inFlight.clear();
        bytes = 0;
        sinkEnded = sourceEnded;
    }

    /** Writes what is due, as far as the receiver takes it. */
    void write(long now) throws IOException {
        while (wantsToWrite(now)) {
            ByteBuffer content = inFlight.element().content;
            if (content.hasRemaining()) {
                bytes -= sink.write(content);
                if (content.hasRemaining()) {
                    return;
                }
            } else {
                sink.shutdownOutput();
                sinkEnded = true;
            }
            inFlight.remove();
        }
    }
}
