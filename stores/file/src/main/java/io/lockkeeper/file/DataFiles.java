package io.lockkeeper.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The data files of a folder: one for each name, written only by who has the name's byte locked.
 *
 * <p>They are overwritten in place, which is fifty times as fast as replacing them, and guarded by a
 * checksum. A write that is torn by its process's death is harmless: either its grant had not been answered
 * yet, or its holder had let go already. They are not synced to disk: a crash of the machine ends all locks.
 */
final class DataFiles {

    private static final int LARGEST = 64 * 1024;
    private static final int GLANCES = 3;
    private static final Set<OpenOption> WRITE =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    private final Path folder;
    private final Access access;

    DataFiles(Path folder, Access access) {
        this.folder = folder;
        this.access = access;
    }

    Path folder() {
        return folder;
    }

    /**
     * Reads a record whose byte the caller has locked, so that nobody writes it. A damaged one is removed and
     * counts as none: the clock makes tokens grow as well.
     *
     * @throws IllegalStateException if a newer release wrote it
     */
    @Nullable
    LockRecord read(LockName name) throws IOException {
        Path file = folder.resolve(name.dataFile());
        try {
            return parse(file);
        } catch (CheckedText.DamagedException damaged) {
            Log.get()
                    .log(
                            System.Logger.Level.WARNING,
                            "The record {0} of the lock ''{1}'' was damaged and is removed: {2}",
                            file,
                            name.name(),
                            damaged.getMessage());
            Files.deleteIfExists(file);
            return null;
        }
    }

    /** Reads a record that another process may be writing; null if it has none that can be read. */
    @Nullable
    LockRecord glance(Path file) throws IOException {
        for (int glance = 0; glance < GLANCES; glance++) {
            try {
                return parse(file);
            } catch (CheckedText.DamagedException beingWritten) {
                Thread.onSpinWait();
            } catch (IllegalStateException | AccessDeniedException newerOrNotSharedYet) {
                return null;
            }
        }
        return null;
    }

    @Nullable
    LockRecord glance(LockName name) throws IOException {
        return glance(folder.resolve(name.dataFile()));
    }

    private static @Nullable LockRecord parse(Path file) throws IOException, CheckedText.DamagedException {
        byte[] bytes = bytes(file);
        if (bytes == null) {
            return null;
        }
        LockRecord lock = RecordText.read(bytes);
        if (!file.endsWith(LockName.of(lock.name()).dataFile())) {
            throw new CheckedText.DamagedException("It is of the lock '" + lock.name() + "'.");
        }
        return lock;
    }

    /** Writes a record; one that could not be written whole is removed if it is new. */
    void write(LockName name, LockRecord lock, boolean isNew) throws IOException {
        Path file = folder.resolve(name.dataFile());
        try (SeekableByteChannel channel = Files.newByteChannel(file, WRITE, access.ofNewFiles(file))) {
            ByteBuffer bytes = ByteBuffer.wrap(RecordText.write(lock));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            if (isNew) {
                access.share(file);
            }
        } catch (IOException failure) {
            if (isNew) {
                Files.deleteIfExists(file);
            }
            throw failure;
        }
    }

    void delete(LockName name) throws IOException {
        Files.deleteIfExists(folder.resolve(name.dataFile()));
    }

    private static byte @Nullable [] bytes(Path file) throws IOException {
        try (SeekableByteChannel channel =
                Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            byte[] bytes = new byte[(int) Math.min(channel.size(), LARGEST)];
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining() && channel.read(buffer) >= 0) {}
            return Arrays.copyOf(bytes, buffer.position());
        } catch (NoSuchFileException none) {
            return null;
        }
    }
}
