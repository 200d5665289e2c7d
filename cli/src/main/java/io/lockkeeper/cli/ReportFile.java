package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/** A file that others see whole or not at all: it is written beside its place, and then renamed. Its mode is up to the umask. */
final class ReportFile {
    /** About as long as a report, to find out that a disk is full. */
    private static final String SAMPLE = " ".repeat(1000);

    private final Path file;
    private final Path next;

    ReportFile(Path file) {
        this.file = file;
        // Its name is short whatever the file's is, and nobody else's: not even in another container.
        String name = ".lockkeeper-report-" + ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime());
        this.next = Objects.requireNonNull(file.toAbsolutePath().getParent()).resolve(name);
    }

    /**
     * Removes what an earlier run has left, after it is known that a file can be written.
     *
     * @throws Failure if not
     */
    void prepare() {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new Failure(
                    ExitCode.SOFTWARE, "the report " + file + " cannot be written: it is not a regular file", null);
        }
        try {
            writeNext(SAMPLE);
            Files.delete(next);
            Files.deleteIfExists(file);
        } catch (IOException refused) {
            throw new Failure(ExitCode.SOFTWARE, sentence(refused), null);
        }
    }

    /** Writes it. If that is not possible any more, it is said, and the file is missing. */
    void write(String text) {
        try {
            writeNext(text + "\n");
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException refused) {
            Output.error(sentence(refused));
        }
    }

    private void writeNext(String text) throws IOException {
        try (FileChannel channel = FileChannel.open(next, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = UTF_8.encode(text);
            while (bytes.hasRemaining()) {
                int unused = channel.write(bytes);
            }
            channel.force(true);
        } catch (IOException refused) {
            Files.deleteIfExists(next);
            throw refused;
        }
    }

    private String sentence(IOException refused) {
        String reason;
        if (refused instanceof NoSuchFileException) {
            reason = next.toString().indexOf(StoreUrl.NO_TEXT) < 0
                    ? "its folder does not exist"
                    : "the working directory's name is not UTF-8, so it needs an absolute path";
        } else if (refused instanceof AccessDeniedException) {
            reason = "permission denied";
        } else if (refused instanceof FileSystemException system && system.getReason() != null) {
            reason = system.getReason();
        } else {
            reason = String.valueOf(refused.getMessage());
        }
        return "the report " + file + " cannot be written: " + reason;
    }
}
