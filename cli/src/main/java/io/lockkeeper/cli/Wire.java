package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.SocketException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The line between the JVM and the supervisor. Any thread may send; one at a time may read. */
final class Wire implements AutoCloseable {
    private final SocketChannel channel;
    private final ReentrantLock sending = new ReentrantLock();
    private final ByteBuffer received = ByteBuffer.allocate(4096).flip();

    Wire(SocketChannel channel) {
        this.channel = channel;
    }

    void send(String line) throws IOException {
        // An interrupted thread that writes would close the channel, and with it end COMMAND.
        boolean interrupted = Thread.interrupted();
        sending.lock();
        try {
            ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(ISO_8859_1));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } finally {
            sending.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The next line, or null at the end. */
    @Nullable
    String read() throws IOException {
        StringBuilder line = new StringBuilder();
        while (true) {
            while (received.hasRemaining()) {
                char next = (char) (received.get() & 0xff);
                if (next == '\n') {
                    return line.toString();
                }
                line.append(next);
            }
            received.clear();
            int count = receive();
            received.flip();
            if (count < 0) {
                return null;
            }
        }
    }

    private int receive() throws IOException {
        try {
            return channel.read(received);
        } catch (SocketException e) {
            return -1; // The other side was killed before it had read all: an end like any other.
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** Text as one word of printable ASCII. */
    static String encode(String text) {
        StringBuilder word = new StringBuilder();
        for (byte value : text.getBytes(UTF_8)) {
            if (value > ' ' && value < 0x7f && value != '%') {
                word.append((char) value);
            } else {
                word.append(String.format("%%%02X", value & 0xff));
            }
        }
        return word.toString();
    }

    static String decode(String word) {
        return URLDecoder.decode(word.replace("+", "%2B"), UTF_8);
    }
}
