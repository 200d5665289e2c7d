package io.lockkeeper.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A file whose bytes are locked: each stands for a lock's name. It is never deleted. Belongs to the {@link IoThread},
 * but for the waits of {@link KernelWaits}, and is open once in a JVM.
 */
final class LockFile {

    /** Bytes that stand for no name, for a look at what the kernel shows. */
    private static final long WITNESSES = 3L << 61;

    /** In the first file, the byte of who sweeps the folder. */
    static final long SWEEP = WITNESSES | (1L << 60);

    private static final ByteBuffer MARK = ByteBuffer.wrap(new byte[] {'\n'});

    /** Behind the eight bytes of the floor. */
    private static final long MARK_AT = Long.BYTES;

    private final String name;
    private final FileChannel channel;
    private final @Nullable Object key;
    private final KernelLocks kernel;

    private LockFile(String name, FileChannel channel, @Nullable Object key) {
        this.name = name;
        this.channel = channel;
        this.key = key;
        this.kernel = new KernelLocks(key);
    }

    /** Opens the file, which is made if it is not there. */
    static LockFile open(Directory folder, String name, Access access) throws IOException {
        try {
            folder.make(name, access).close();
        } catch (FileAlreadyExistsException made) {
            // Whoever made it gave it its permissions.
        }
        Object before = folder.key(name);
        FileChannel channel = folder.open(name);
        try {
            if (!Objects.equals(before, folder.key(name))) {
                throw new NoSuchFileException(folder.path().resolve(name).toString());
            }
            return new LockFile(name, channel, before);
        } catch (IOException | RuntimeException failure) {
            channel.close();
            throw failure;
        }
    }

    /** Locks a byte, if nobody has it locked. */
    @Nullable
    FileLock tryLock(long offset) throws IOException {
        return tryLock(offset, false);
    }

    /** Whether another process has a byte locked. */
    boolean isLocked(long offset) throws IOException {
        // A shared lock, which looks without hindering others who look.
        FileLock probe = tryLock(offset, true);
        if (probe == null) {
            return true;
        }
        probe.release();
        return false;
    }

    /** Waits until a byte is locked for this process. Not to be interrupted. */
    FileLock lock(long offset) throws IOException {
        return channel.lock(offset, 1, false);
    }

    /** Waits until nobody has a byte locked but to look. Not to be interrupted. */
    void awaitFree(long offset) throws IOException {
        channel.lock(offset, 1, true).release();
    }

    private @Nullable FileLock tryLock(long offset, boolean shared) throws IOException {
        try {
            return channel.tryLock(offset, 1, shared);
        } catch (OverlappingFileLockException byThisProcess) {
            return null; // A name with the same hash, or another copy of these classes.
        }
    }

    /** Which bytes this process has certainly locked; others may be locked too. */
    KernelLocks.Ranges certainlyLocked(OpenFiles open) throws IOException {
        return kernel.read(open);
    }

    /**
     * Whether a byte that this process locked is locked no more, for certain: the kernel shows a byte that is locked now
     * for the purpose, and not that one.
     */
    boolean hasLost(long offset, OpenFiles open) throws IOException {
        FileLock witness = tryLock(WITNESSES | ThreadLocalRandom.current().nextLong(1L << 60));
        if (witness == null) {
            return false;
        }
        try {
            KernelLocks.Ranges locked = kernel.readAll(open);
            return locked.contains(witness.position()) && !locked.contains(offset);
        } finally {
            witness.release();
        }
    }

    /** Whether a lock folder's path still leads to this file: if not, others lock another one, and these locks are void. */
    boolean isCurrent(Path lockFolder) throws IOException {
        try {
            return channel.isOpen()
                    && Objects.equals(
                            key,
                            Files.readAttributes(
                                            lockFolder.resolve(Layout.LOCKS).resolve(name), BasicFileAttributes.class)
                                    .fileKey());
        } catch (NoSuchFileException deleted) {
            return false;
        }
    }

    /** The greatest token of names whose records were removed: those that have none begin above it. 0 if there is none. */
    long floor() throws IOException {
        ByteBuffer floor = ByteBuffer.allocate(Long.BYTES);
        int length = channel.read(floor, 0);
        long token = length < Long.BYTES ? 0 : floor.getLong(0);
        return token < 0 || token > RecordText.GREATEST ? 0 : token;
    }

    /** Keeps a token, whose record is to be removed, for all names of this file. Who does it alone sweeps the folder. */
    void raiseFloor(long token) throws IOException {
        if (token > floor()) {
            int unused = channel.write(ByteBuffer.allocate(Long.BYTES).putLong(0, token), 0);
        }
    }

    /** Makes the file look used to programs that delete what nobody used for days. */
    void touch() throws IOException {
        channel.write(MARK.duplicate(), MARK_AT);
        int unused = channel.read(ByteBuffer.allocate(1), MARK_AT);
    }

    /** Closes the file, which frees all locks of this process on it. */
    void close() throws IOException {
        channel.close();
    }
}
