package io.lockkeeper.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A folder that is open: what is done in it is done there, wherever its path leads by then. Where the system has no such
 * handles (Windows, macOS), its path is used.
 *
 * <p>It opens regular files only, always for reading and writing: others that may write to a shared folder may put a FIFO
 * there, and to open one for reading alone, or for writing alone, waits for somebody at its other end.
 */
final class Directory implements AutoCloseable {

    private static final Path ITSELF = Path.of(".");
    private static final Set<OpenOption> EXISTING =
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    private static final Set<OpenOption> NEW =
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);

    private final Path path;
    private final DirectoryStream<Path> stream;
    private final @Nullable SecureDirectoryStream<Path> handle;
    private final @Nullable Object key;

    private Directory(Path path, DirectoryStream<Path> stream, @Nullable Object key) {
        this.path = path;
        this.stream = stream;
        this.handle = stream instanceof SecureDirectoryStream<Path> secure ? secure : null;
        this.key = key;
    }

    /** Opens a folder that is one, and no symbolic link to one. */
    @SuppressWarnings("StreamResourceLeak") // It is closed with the folder.
    static Directory open(Path path) throws IOException {
        BasicFileAttributes before = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!before.isDirectory()) {
            throw new FileSystemException(path.toString(), null, "is " + kind(before) + ", and has to be a folder");
        }
        Directory opened = new Directory(path, Files.newDirectoryStream(path), before.fileKey());
        if (!opened.isStill(opened.attributesOfItself())) {
            opened.close();
            throw new NoSuchFileException(path.toString());
        }
        return opened;
    }

    Path path() {
        return path;
    }

    /** Whether its path, or another, leads to this folder. */
    boolean isAt(Path path) throws IOException {
        try {
            return isStill(Files.readAttributes(path, BasicFileAttributes.class));
        } catch (NoSuchFileException gone) {
            return false;
        }
    }

    private boolean isStill(BasicFileAttributes now) {
        return Objects.equals(key, now.fileKey());
    }

    private BasicFileAttributes attributesOfItself() throws IOException {
        return handle == null
                ? Files.readAttributes(path, BasicFileAttributes.class)
                : handle.getFileAttributeView(BasicFileAttributeView.class).readAttributes();
    }

    /** Opens a file that is there. */
    FileChannel open(String name) throws IOException {
        return open(name, EXISTING, Access.PRIVATE);
    }

    /** Makes a file, for those who may use it, and opens it. */
    FileChannel make(String name, Access access) throws IOException {
        FileChannel made = open(name, NEW, access);
        try {
            share(name, access);
            return made;
        } catch (IOException | RuntimeException failure) {
            made.close();
            throw failure;
        }
    }

    private FileChannel open(String name, Set<OpenOption> options, Access access) throws IOException {
        if (options.equals(EXISTING)) {
            key(name);
        }
        Path file = path.resolve(name);
        try {
            return handle == null
                    ? FileChannel.open(file, options, access.ofNewFiles(path))
                    : (FileChannel) handle.newByteChannel(file.getFileName(), options, access.ofNewFiles(path));
        } catch (AccessDeniedException denied) {
            throw new AccessDeniedException(file.toString());
        } catch (NoSuchFileException gone) {
            throw new NoSuchFileException(file.toString());
        }
    }

    private void share(String name, Access access) throws IOException {
        PosixFileAttributeView view = handle == null
                ? Files.getFileAttributeView(
                        path.resolve(name), PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                : handle.getFileAttributeView(Path.of(name), PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view != null) {
            access.share(view);
        }
    }

    /** The number of a regular file, which no other file gets while this one is open; null where files have none. */
    @Nullable
    Object key(String name) throws IOException {
        return attributes(name).fileKey();
    }

    /** When a regular file was written to last, by the system's clock. */
    Instant written(String name) throws IOException {
        return attributes(name).lastModifiedTime().toInstant();
    }

    private BasicFileAttributes attributes(String name) throws IOException {
        BasicFileAttributes attributes = handle == null
                ? Files.readAttributes(path.resolve(name), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                : handle.getFileAttributeView(Path.of(name), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                        .readAttributes();
        if (!attributes.isRegularFile()) {
            throw new StrangeFileException(path.resolve(name), kind(attributes));
        }
        return attributes;
    }

    /** Deletes a file, of whatever kind, if it is there. */
    void delete(String name) throws IOException {
        try {
            if (handle == null) {
                Files.delete(path.resolve(name));
            } else {
                handle.deleteFile(Path.of(name));
            }
        } catch (NoSuchFileException gone) {
            // So be it.
        }
    }

    /** What is in the folder; to be closed by the caller. */
    @SuppressWarnings("StreamResourceLeak")
    DirectoryStream<Path> list() throws IOException {
        return handle == null ? Files.newDirectoryStream(path) : handle.newDirectoryStream(ITSELF);
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }

    private static String kind(BasicFileAttributes attributes) {
        if (attributes.isSymbolicLink()) {
            return "a symbolic link";
        }
        return attributes.isDirectory() ? "a folder" : attributes.isRegularFile() ? "a file" : "a FIFO or a device";
    }

    /** Something in a lock folder that Lockkeeper has not put there. */
    static final class StrangeFileException extends FileSystemException {

        private static final long serialVersionUID = 1L;

        StrangeFileException(Path file, String kind) {
            super(file.toString(), null, "is " + kind + ", which Lockkeeper has not made: remove it");
        }
    }
}
