package io.lockkeeper.file;

import io.lockkeeper.file.LockRecord.Reading;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
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

    private final Path path;
    private final Access access;
    private final LockFiles lockFiles;
    private Directory folder;

    DataFiles(Layout layout, LockFiles lockFiles) throws IOException {
        this.path = layout.data();
        this.lockFiles = lockFiles;
        this.access = layout.access();
        this.folder = Directory.open(path);
    }

    /** Opens the folder anew if it was removed or replaced: others use the new one. One that moved with the locks stays. */
    void followReplacement() throws IOException {
        if (!folder.isAt(path) && lockFiles.areAt(path.resolveSibling(Layout.LOCKS))) {
            Directory now = Directory.open(path);
            folder.close();
            folder = now;
        }
    }

    DirectoryStream<Path> list() throws IOException {
        return folder.list();
    }

    /** Reads a record whose byte the caller has locked, so that nobody writes it. A damaged one is removed. */
    Reading read(LockName name) throws IOException {
        Reading found = parse(name.dataFile());
        if (found instanceof Reading.Damaged damaged) {
            Log.warn("The record " + path.resolve(name.dataFile()) + " of the lock '" + name.name()
                    + "' was damaged and is removed: " + damaged.why());
            folder.delete(name.dataFile());
        }
        return found;
    }

    /** Reads a record that another process may be writing. */
    Reading glance(String file) throws IOException {
        Reading found = new Reading.Absent();
        for (int glance = 0; glance < GLANCES; glance++) {
            try {
                found = parse(file);
            } catch (Directory.StrangeFileException strange) {
                return new Reading.Damaged(String.valueOf(strange.getReason()));
            } catch (AccessDeniedException notSharedYet) {
                return new Reading.Absent();
            }
            if (!(found instanceof Reading.Damaged)) {
                break;
            }
            Thread.onSpinWait(); // It is being written.
        }
        return found;
    }

    /** Reads a record that another process may be writing; null if it has none that this release can read. */
    @Nullable
    LockRecord glance(LockName name) throws IOException {
        return glance(name.dataFile()) instanceof Reading.Known known ? known.lock() : null;
    }

    private Reading parse(String file) throws IOException {
        byte[] bytes = bytes(file);
        if (bytes == null) {
            return new Reading.Absent();
        }
        Reading found = RecordText.read(bytes);
        return found instanceof Reading.Known known
                        && !LockName.of(known.lock().name()).dataFile().equals(file)
                ? new Reading.Damaged("it is of the lock '" + known.lock().name() + "'")
                : found;
    }

    /** Writes a record; one that is new and could not be written whole is removed. */
    void write(LockName name, LockRecord lock) throws IOException {
        String file = name.dataFile();
        boolean isNew = false;
        try (FileChannel channel = openOrNull(file)) {
            isNew = channel == null;
            if (channel != null) {
                write(channel, lock);
            } else {
                try (FileChannel made = folder.make(file, access)) {
                    write(made, lock);
                }
            }
        } catch (IOException failure) {
            if (isNew) {
                folder.delete(file);
            }
            throw failure;
        }
    }

    private static void write(FileChannel channel, LockRecord lock) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(RecordText.write(lock));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    private @Nullable FileChannel openOrNull(String file) throws IOException {
        try {
            return folder.open(file);
        } catch (NoSuchFileException none) {
            return null;
        }
    }

    void delete(LockName name) throws IOException {
        folder.delete(name.dataFile());
    }

    void close() throws IOException {
        folder.close();
    }

    private byte @Nullable [] bytes(String file) throws IOException {
        try (FileChannel channel = openOrNull(file)) {
            if (channel == null) {
                return null;
            }
            byte[] bytes = new byte[(int) Math.min(channel.size(), LARGEST)];
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining() && channel.read(buffer) >= 0) {}
            return Arrays.copyOf(bytes, buffer.position());
        }
    }
}
