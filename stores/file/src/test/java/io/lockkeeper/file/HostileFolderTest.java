package io.lockkeeper.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockStatus;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.RequiresProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What others may put into a shared folder holds nobody up, but for who uses the very name that it is in the way of. */
@RequiresProgram(value = "mkfifo", remedy = "apt-get install coreutils")
@Timeout(60)
class HostileFolderTest {

    private static final Duration AT_ONCE = Duration.ofSeconds(10);

    @TempDir
    Path temporary;

    private Path folder;

    @BeforeEach
    void makeFolder() throws Exception {
        folder = temporary.resolve("locks");
        lockAndUnlock("good");
    }

    @Test
    void whatIsNoFileInTheDataFolderIsLeftOutOfTheList() throws Exception {
        makeFifo(folder.resolve("data/fifo"));
        Files.createDirectory(folder.resolve("data/directory"));
        Files.createSymbolicLink(folder.resolve("data/link"), Path.of("/etc/passwd"));
        Files.createSymbolicLink(folder.resolve("data/dangling"), Path.of("nowhere"));
        try (LockClient locks = open();
                Lease lease = locks.lock("good").acquire()) {
            assertThat(lease.isHeld()).isTrue();
            assertThat(locks.catalogue().orElseThrow().list("", 10))
                    .extracting(LockStatus::name)
                    .containsExactly("good");
            for (String name : new String[] {"fifo", "directory", "link", "dangling"}) {
                assertThatThrownBy(() -> locks.lock(name).acquire())
                        .as(name)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining(folder.resolve("data/" + name).toString())
                        .hasMessageContaining("remove it");
            }
        }
    }

    @Test
    void aFifoInPlaceOfTheSweepsMarkerIsReplaced() throws Exception {
        Path marker = folder.resolve("swept");
        Files.deleteIfExists(marker);
        makeFifo(marker);
        try (LockClient locks = open()) {
            assertThat(locks.held()).isEmpty();
            Await.until("the first sweep", AT_ONCE, () -> Files.isRegularFile(marker));
        }
        lockAndUnlock("good");
    }

    @Test
    void aFifoInPlaceOfALockFileIsNamed() throws Exception {
        Path lockFile = folder.resolve("locks")
                .resolve(Layout.lockFile(LockName.of("good").lockFile()));
        Files.delete(lockFile);
        makeFifo(lockFile);
        assertThatThrownBy(() -> lockAndUnlock("good"))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining(lockFile.toString());
    }

    /** Records would be written wherever it leads. */
    @Test
    void aLinkInPlaceOfTheDataFolderIsRefused() throws Exception {
        Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
        try (LockClient locks = open()) {
            Files.move(folder.resolve("data"), temporary.resolve("data"));
            Files.createSymbolicLink(folder.resolve("data"), elsewhere);
            assertThatThrownBy(() -> locks.lock("good").tryAcquire()).hasMessageContaining("symbolic link");
        }
        assertThatThrownBy(this::open).hasMessageContaining("symbolic link");
        assertThat(elsewhere).isEmptyDirectory();
    }

    private void lockAndUnlock(String name) throws InterruptedException {
        try (LockClient locks = open();
                Lease lease = locks.lock(name).tryAcquire().orElseThrow()) {
            assertThat(lease.isHeld()).isTrue();
        }
    }

    private LockClient open() {
        return LockClient.connect("file:" + folder);
    }

    private static void makeFifo(Path path) throws Exception {
        assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor())
                .isZero();
    }
}
