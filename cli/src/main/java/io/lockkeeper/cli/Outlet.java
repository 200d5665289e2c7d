package io.lockkeeper.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Standard output, which keeps why something could not be written: a {@link java.io.PrintStream} only knows that. */
final class Outlet extends OutputStream {
    /** The property by which the launcher says which standard descriptors its caller has closed, such as {@code 01}. */
    static final String CLOSED = "lockkeeper.closed";

    private static final int TYPE = 0170000;
    private static final int FIFO = 0010000;
    private static final int SOCKET = 0140000;

    private final FileOutputStream file = new FileOutputStream(FileDescriptor.out);
    private volatile @Nullable IOException failure;

    @Override
    public void write(int octet) throws IOException {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] octets, int from, int count) throws IOException {
        try {
            if (System.getProperty(CLOSED, "").contains("1")) {
                throw new IOException("it is closed"); // The launcher has put /dev/null there.
            }
            file.write(octets, from, count);
        } catch (IOException failed) {
            failure = failed;
            throw failed;
        }
    }

    /** The reason of the last failure. */
    String failure() {
        IOException last = failure;
        return last == null ? "the reason is unknown" : String.valueOf(last.getMessage());
    }

    /** Whether it leads to another process; writing fails there only if that process has stopped to read. */
    static boolean isPipe() {
        try {
            int mode = (int) Files.getAttribute(Path.of("/dev/fd/1"), "unix:mode");
            return (mode & TYPE) == FIFO || (mode & TYPE) == SOCKET;
        } catch (IOException | UnsupportedOperationException | ClassCastException unknown) {
            return false;
        }
    }
}
