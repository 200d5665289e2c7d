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
 * <p>As in a database, one read and one write are each atomic, and a read with a later write is not. The file remembers
 * the greatest fencing token that it was shown, also by readers, and refuses writes with an older one. In SQL:
 *
 * <pre>{@code
 * UPDATE stock SET token = ? WHERE id = ? AND token <= ?               -- before the read
 * UPDATE stock SET amount = ?, token = ? WHERE id = ? AND token <= ?   -- the write
 * }</pre>
 *
 * <p>If only writes showed their token, a holder that was overtaken could still write between the read and the write of
 * the next one, who would then overwrite it. Safe for use by many threads and processes.
 */
final class StockFile implements AutoCloseable {

    /** What a writer without a lock has for a token. */
    static final long NO_TOKEN = 0;

    /**
     * What the file says.
     *
     * @param amount how many items are left
     * @param token the greatest token that was shown
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

    /** Reads, and remembers the token if it is greater than those before. */
    synchronized Content read(long token) throws IOException {
        FileLock statement = channel.lock();
        try {
            Content content = content();
            return token <= content.token() ? content : put(content.amount(), token);
        } finally {
            statement.release();
        }
    }

    /** Writes, unless a greater token was shown. Whether it did. */
    synchronized boolean write(int amount, long token) throws IOException {
        FileLock statement = channel.lock();
        try {
            if (token < content().token()) {
                return false;
            }
            Content unused = put(amount, token);
            return true;
        } finally {
            statement.release();
        }
    }

    private Content put(int amount, long token) throws IOException {
        ByteBuffer text = US_ASCII.encode(amount + " " + token + "\n");
        channel.truncate(0).write(text, 0);
        return new Content(amount, token);
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
