package io.lockkeeper.bench.guard;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A few numbers that several processes of one machine see at once: a file, mapped into the memory of each.
 *
 * <p>Each has a cache line to itself. All are 0 in a new file. Thread-safe, where the method's name promises it.
 */
public final class SharedFile {
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ByteBuffer memory;

    private SharedFile(ByteBuffer memory) {
        this.memory = memory;
    }

    /** Maps the file, which is made if there is none. */
    public static SharedFile open(Path file) {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new SharedFile(
                    channel.map(MapMode.READ_WRITE, 0, Mark.size()).order(ByteOrder.nativeOrder()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds atomically, and returns what was there before. */
    public long getAndAdd(Mark mark, long delta) {
        return (long) LONG.getAndAdd(memory, mark.offset(), delta);
    }

    /** Sets all numbers to 0, while nobody else uses them. */
    public void clear() {
        for (Mark mark : Mark.values()) {
            setVolatile(mark, 0);
        }
    }

    /** Reads what all other threads and processes wrote before. */
    public long getVolatile(Mark mark) {
        return (long) LONG.getVolatile(memory, mark.offset());
    }

    /** Writes for all other threads and processes to see. */
    public void setVolatile(Mark mark, long value) {
        LONG.setVolatile(memory, mark.offset(), value);
    }

    /** Reads and writes in two steps that another may come between: correct under a lock only. */
    void addPlainly(Mark mark, long delta) {
        memory.putLong(mark.offset(), memory.getLong(mark.offset()) + delta);
    }
}
