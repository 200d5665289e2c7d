package io.lockkeeper.servers;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/** PostgreSQL's programs as Maven brings them; they need no installation. Thread-safe. */
final class PostgresBinaries {
    private static final String ARCHIVE = "/postgres-linux-x86_64.txz";

    private PostgresBinaries() {}

    /** Returns a program, such as "initdb". */
    static String program(String name) {
        return Unpacked.DIRECTORY.resolve("bin").resolve(name).toString();
    }

    /** Unpacked once for this user, by whichever JVM needs it first. */
    private static final class Unpacked {
        static final Path DIRECTORY = unpack();

        private static Path unpack() {
            URL archive = PostgresBinaries.class.getResource(ARCHIVE);
            if (archive == null) {
                throw new IllegalStateException("There is no PostgreSQL for this machine on the class path.");
            }
            Path all = Installation.cache().resolve("postgresql");
            Path directory = all.resolve(Integer.toHexString(archive.toString().hashCode()));
            try {
                if (!Files.isDirectory(directory)) {
                    Files.createDirectories(all);
                    Path fresh = Files.createTempDirectory(all, "fresh");
                    try (InputStream stream = archive.openStream()) {
                        unpack(
                                new TarArchiveInputStream(new XZCompressorInputStream(new BufferedInputStream(stream))),
                                fresh);
                    }
                    Files.move(fresh, directory);
                }
            } catch (FileAlreadyExistsException | DirectoryNotEmptyException another) {
                // Another JVM was as quick.
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return directory;
        }

        private static void unpack(TarArchiveInputStream archive, Path directory) throws IOException {
            for (TarArchiveEntry entry = archive.getNextEntry(); entry != null; entry = archive.getNextEntry()) {
                Path path = directory.resolve(entry.getName()).normalize();
                if (entry.isDirectory()) {
                    Files.createDirectories(path);
                    continue;
                }
                Files.createDirectories(path.getParent());
                if (entry.isSymbolicLink()) {
                    Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
                } else {
                    Files.copy(archive, path);
                    boolean runs = (entry.getMode() & 0100) != 0;
                    Files.setPosixFilePermissions(
                            path, PosixFilePermissions.fromString(runs ? "rwxr-xr-x" : "rw-r--r--"));
                }
            }
        }
    }
}
