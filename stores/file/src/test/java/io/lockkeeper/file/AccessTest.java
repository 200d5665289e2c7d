package io.lockkeeper.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.servers.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A lock folder is its user's own, unless its address says otherwise. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows has no POSIX permissions")
class AccessTest {

    private static final Duration AT_ONCE = Duration.ofSeconds(10);

    @TempDir
    Path temporary;

    @Test
    void aNewFolderIsForItsUserAlone() throws Exception {
        Path locks = temporary.resolve("a/b/locks");
        useUntilSwept("file:" + locks, locks);
        assertPermissions(locks, "rwx------", "rw-------");
    }

    @Test
    void aSharedFolderIsForItsGroupToo() throws Exception {
        Path locks = temporary.resolve("locks");
        useUntilSwept("file:" + locks + "?shared=true", locks);
        assertPermissions(locks, "rwxrwx---", "rw-rw----");
        assertThat((int) Files.getAttribute(locks.resolve("data"), "unix:mode") & 02000)
                .as("whether new files get the folder's group")
                .isEqualTo(02000);
    }

    /** Others may write where it is made, and put a link in its place at once. */
    @Test
    @DisabledOnOs(value = OS.MAC, disabledReason = "a link is too short there for the long way")
    void aLinkInPlaceOfANewFolderGivesNobodyARight() throws Exception {
        Path shared = Files.createDirectory(temporary.resolve("shared"));
        Path folder = shared.resolve("data");
        Path precious = Files.createDirectory(
                temporary.resolve("precious"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path slowly = longWayTo(shared).resolve("data");
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Void> exchanging = CompletableFuture.runAsync(() -> {
            while (!over.get()) {
                exchange(folder, precious);
            }
        });
        try {
            for (int times = 0; times < 300; times++) {
                make(slowly);
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(precious)))
                        .isEqualTo("rwx------");
            }
        } finally {
            over.set(true);
        }
        assertThat(exchanging).succeedsWithin(AT_ONCE);
    }

    /** The kernel takes about a millisecond for it. */
    private Path longWayTo(Path folder) throws IOException {
        Path way = folder;
        for (int link = 0; link < 25; link++) {
            String detour = "./".repeat(1_900) + temporary.relativize(way);
            way = Files.createSymbolicLink(temporary.resolve("link" + link), Path.of(detour));
        }
        return way;
    }

    /** Puts a link in the place of a folder as soon as it is there, and removes it again. */
    private static void exchange(Path folder, Path target) {
        try {
            Files.delete(folder);
            Files.createSymbolicLink(folder, target);
            Files.delete(folder);
        } catch (IOException notThere) {
            // The next attempt comes at once.
        }
    }

    private static void make(Path folder) {
        try {
            var unused = Access.GROUP.make(folder);
        } catch (IOException exchanged) {
            // It was found out, or is gone.
        }
    }

    @Test
    void anyModeMayBeSaid() throws Exception {
        Path locks = temporary.resolve("locks");
        useUntilSwept("file:" + locks + "?mode=0777", locks);
        assertPermissions(locks, "rwxrwxrwx", "rw-rw-rw-");
        use("file:" + locks + "?mode=0777");
    }

    @Test
    void whatCannotBeAFolderIsNamedAsItWasGiven() throws Exception {
        Path file = Files.createFile(
                temporary.resolve("file"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        assertThatThrownBy(() -> use("file:" + file))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessage("The lock folder " + file + " cannot be used: " + file + ": Not a directory.");
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "there is no folder in which nobody can make one");
        assertThatThrownBy(() -> use("file:/proc/x")).hasMessageEndingWith("cannot be used: /proc/x does not exist.");
    }

    @Test
    void aFolderThatOthersCanWriteIsRefused() throws Exception {
        Path locks = Files.createDirectory(temporary.resolve("locks"));
        Files.setPosixFilePermissions(locks, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(() -> use("file:" + locks))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rwxrwxrwx")
                .hasMessageContaining("chmod go-w")
                .hasMessageContaining("?mode=0777");
        assertThatThrownBy(() -> use("file:" + locks + "?shared=true")).hasMessageContaining("?mode=0777");
        Files.setPosixFilePermissions(locks, PosixFilePermissions.fromString("rwxr-xr-x"));
        use("file:" + locks);
    }

    @Test
    void aFolderOfSomebodyElsesIsRefused() throws Exception {
        Path locks = Files.createDirectory(temporary.resolve("locks"));
        Files.setPosixFilePermissions(locks, PosixFilePermissions.fromString("rwx------"));
        Path foreign;
        try {
            Files.setAttribute(locks, "unix:uid", 12_345);
            foreign = locks;
        } catch (IOException notRoot) {
            foreign = Path.of("/usr");
        }
        Path refused = foreign;
        assertThatThrownBy(() -> use("file:" + refused))
                .isInstanceOfAny(IllegalArgumentException.class, StoreUnavailableException.class)
                .hasMessageContaining("own");
    }

    /** Who may rename a folder above could put another in its place. */
    @Test
    void aFolderBelowOneThatAnyoneMayRenameIsRefused() throws Exception {
        Path above = Files.createDirectories(temporary.resolve("above/one"));
        Files.setPosixFilePermissions(temporary.resolve("above"), PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(() -> use("file:" + above.resolve("locks")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(temporary.resolve("above").toString())
                .hasMessageContaining("chmod +t");
        Files.setAttribute(temporary.resolve("above"), "unix:mode", 01777);
        use("file:" + above.resolve("locks"));
    }

    @Test
    void aFolderBelowSomebodyElsesIsRefusedUnlessItIsShared() throws Exception {
        Path above = Files.createDirectory(temporary.resolve("above"));
        assumeTrue(mayGiveAway(above), "only root may give a folder away");
        assertThatThrownBy(() -> use("file:" + above.resolve("locks")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("12345")
                .hasMessageContaining("shared=true");
        use("file:" + above.resolve("shared") + "?shared=true");
    }

    /** Who can replace it decides which folder is used. */
    @Test
    void aLinkThatAnyoneMayReplaceIsRefused() throws Exception {
        Path shared = Files.createDirectory(temporary.resolve("shared"));
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path target = Files.createDirectory(temporary.resolve("target"));
        Path link = Files.createSymbolicLink(shared.resolve("link"), Path.of("../target"));
        Path first = Files.createSymbolicLink(temporary.resolve("first"), link);
        assertThatThrownBy(() -> use("file:" + first.resolve("locks")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(shared.toString())
                .hasMessageContaining("chmod +t");
        Files.setAttribute(shared, "unix:mode", 01777);
        use("file:" + first.resolve("locks"));
        assertThat(target.resolve("locks/data")).isDirectory();
    }

    @Test
    void aLinkOfSomebodyElsesIsRefusedUnlessTheFolderIsShared() throws Exception {
        Path link = Files.createSymbolicLink(temporary.resolve("link"), Files.createDirectory(temporary.resolve("to")));
        assumeTrue(mayGiveAway(link), "only root may give a link away");
        assertThatThrownBy(() -> use("file:" + link.resolve("locks")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("The link " + link)
                .hasMessageContaining("12345");
        use("file:" + link.resolve("shared") + "?shared=true");
    }

    private static boolean mayGiveAway(Path folder) {
        try {
            Files.setAttribute(folder, "unix:uid", 12_345, LinkOption.NOFOLLOW_LINKS);
            return true;
        } catch (IOException notRoot) {
            return false;
        }
    }

    @Test
    void aFolderThatIsAFileIsNamedInTheError() throws Exception {
        Path file = Files.createFile(temporary.resolve("file"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertThatThrownBy(() -> use("file:" + file)).hasMessageContaining(file.toString());
    }

    @Test
    void oneFolderIsNotOpenedWithTwoModes() throws Exception {
        Path locks = temporary.resolve("locks");
        try (LockClient open = LockClient.connect("file:" + locks)) {
            assertThat(open.held()).isEmpty();
            assertThatThrownBy(() -> use("file:" + locks + "?shared=true"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("mode=0700");
        }
        use("file:" + locks + "?shared=true");
    }

    private static void useUntilSwept(String address, Path locks) throws InterruptedException {
        try (LockClient open = LockClient.connect(address)) {
            assertThat(open.held()).isEmpty();
            use(address);
            Await.until("the first sweep", AT_ONCE, () -> Files.exists(locks.resolve("swept")));
        }
    }

    private static void use(String address) throws InterruptedException {
        try (LockClient locks = LockClient.connect(address);
                Lease lease = locks.lock("orders").acquire()) {
            assertThat(lease.isHeld()).isTrue();
        }
    }

    private static void assertPermissions(Path locks, String ofFolders, String ofFiles) throws Exception {
        try (Stream<Path> all = Files.walk(locks)) {
            assertThat(all.toList())
                    .hasSize(7)
                    .allSatisfy(path -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                            .as("the permissions of %s", path)
                            .isEqualTo(Files.isDirectory(path) ? ofFolders : ofFiles));
        }
    }
}
