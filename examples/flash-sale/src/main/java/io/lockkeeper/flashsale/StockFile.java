package io.lockkeeper.flashsale;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;

/**
 * How much is left of one article, kept in a file that all order services share; it stands in for a row of a database.
 *
 * <p>As in a database, one read and one write are each atomic, and a read with a later write is not. A write brings a
 * fencing token, and one with an older token than the last is refused: {@code UPDATE stock SET amount = ?, token = ?
 * WHERE token <= ?}. Safe for use by many threads and processes.
 */
final class StockFile implements AutoCloseable {

    /** What a writer without a lock has for a token. */
    static final long NO_TOKEN = 0;

    /**
     * What the file says.
     *
     * @param amount how many items are left
     * @param token the token of the last write
     */
    record Content(int amount, long token) {}

    private final FileChannel channel;

    private StockFile(FileChannel channel) {
        this.channel = channel;
    }

    /** Opens the file; the first who opens it finds nothing in stock. */
    static StockFile open(Path file) throws IOException {
        return new StockFile(FileChannel.open(file, CREATE, READ, WRITE));
    }

    synchronized Content read() throws IOException {
        FileLock statement = channel.lock();
        try {
            return content();
        } finally {
            statement.release();
        }
    }

    /** Writes, unless the token is older than the last one. Whether it did. */
    synchronized boolean write(int amount, long token) throws IOException {
        FileLock statement = channel.lock();
        try {
            if (token < content().token()) {
                return false;
            }
            ByteBuffer text = US_ASCII.encode(amount + " " + token + "\n");
            channel.truncate(0).write(text, 0);
            return true;
        } finally {
            statement.release();
        }
    }

    private Content content() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(64);
        channel.read(bytes, 0);
        String[] words = US_ASCII.decode(bytes.flip()).toString().trim().split(" ", 2);
        return words.length < 2
                ? new Content(0, NO_TOKEN)
                : new Content(Integer.parseInt(words[0]), Long.parseLong(words[1]));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
