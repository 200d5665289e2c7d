package io.lockkeeper.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A file whose bytes are locked and never written: each stands for a lock's name. It stays empty and is
 * never deleted. Belongs to the {@link IoThread}, and is open once in a JVM.
 */
final class LockFile {

    private final Path path;
    private final FileChannel channel;
    private final @Nullable Object identity;

    private LockFile(Path path, FileChannel channel) throws IOException {
        this.path = path;
        this.channel = channel;
        this.identity = identityOf(path);
    }

    /** Opens the file, which is made if it is not there. */
    static LockFile open(Path path, Access access) throws IOException {
        try {
            Files.createFile(path, access.ofNewFiles(path));
            access.share(path);
        } catch (FileAlreadyExistsException made) {
            // Whoever made it gave it its permissions.
        }
        FileChannel channel =
                FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        try {
            return new LockFile(path, channel);
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

    private @Nullable FileLock tryLock(long offset, boolean shared) throws IOException {
        try {
            return channel.tryLock(offset, 1, shared);
        } catch (OverlappingFileLockException byThisProcess) {
            return null; // A name with the same hash, or another copy of these classes.
        }
    }

    /** Whether the path still leads to this file: if not, others lock another one, and these locks are void. */
    boolean isCurrent() throws IOException {
        try {
            return channel.isOpen() && Objects.equals(identity, identityOf(path));
        } catch (NoSuchFileException deleted) {
            return false;
        }
    }

    /** Closes the file, which frees all locks of this process on it. */
    void close() throws IOException {
        channel.close();
    }

    /** The file's number, which no other file gets while this one is open; null where files have none. */
    private static @Nullable Object identityOf(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .fileKey();
    }
}
