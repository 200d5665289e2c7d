package io.lockkeeper.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.JavaProcess;
import io.lockkeeper.servers.RequiresProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to the folder under the locks is noticed, and heals where it can. */
class FolderTest {

    private static final Duration AT_ONCE = Duration.ofSeconds(30);
    private static final ClientOptions ATTENTIVE = ClientOptions.defaults().withLease(Duration.ofMillis(300));

    @TempDir
    Path temporary;

    @Test
    void aFolderThatIsRemovedTakesItsLocksAlong() throws Exception {
        try (LockClient here = LockClient.connect("file:" + folder(), ATTENTIVE);
                JavaProcess other = Worker.start(folder())) {
            Lease lease = here.lock("a").acquire();
            Lease kept = here.lock("b").acquire();
            remove(folder());
            Await.until("the loss", AT_ONCE, () -> !lease.isHeld() && !kept.isHeld());
            assertThat(Worker.ask(other, "lock a")).startsWith("locked a");
            assertThat(here.lock("a").tryAcquire()).isEmpty();
            try (Lease again = here.lock("b").acquire()) {
                assertThat(Worker.ask(other, "try b"))
                        .isEqualTo("busy b " + ProcessHandle.current().pid());
                assertThat(again.token()).isGreaterThan(kept.token());
            }
        }
    }

    @Test
    void aFolderThatIsMovedTakesItsLocksAlong() throws Exception {
        try (LockClient here = LockClient.connect("file:" + folder(), ATTENTIVE)) {
            Lease lease = here.lock("a").acquire();
            Files.move(folder(), temporary.resolve("moved"));
            Await.until("the loss", AT_ONCE, () -> !lease.isHeld());
            try (JavaProcess other = Worker.start(folder())) {
                assertThat(Worker.ask(other, "lock a")).startsWith("locked a");
                assertThat(here.lock("a").tryAcquire()).isEmpty();
                here.lock("b").acquire().close();
            }
        }
    }

    @Test
    void whoReleasesALockIsToldThatItsFolderWasMoved() throws Exception {
        try (LockClient here = LockClient.connect("file:" + folder())) {
            Lease lease = here.lock("a").acquire();
            Files.move(folder(), temporary.resolve("moved"));
            try (JavaProcess other = Worker.start(folder())) {
                assertThat(Worker.ask(other, "lock a")).startsWith("locked a");
                assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
                assertThat(Worker.ask(other, "unlock a")).isEqualTo("unlocked a");
            }
        }
    }

    /** Others may have made a folder where it was. */
    @Test
    void aFolderThatIsMovedWithItsLinkIsUsedOn() throws Exception {
        Path old = Files.createDirectory(temporary.resolve("old"));
        Path link = Files.createSymbolicLink(temporary.resolve("link"), old);
        try (LockClient here = LockClient.connect("file:" + link.resolve("locks"), ATTENTIVE)) {
            Lease lease = here.lock("a").acquire();
            Path moved = Files.move(old, temporary.resolve("moved"));
            Files.delete(link);
            Files.createSymbolicLink(link, moved);
            Path others = Files.createDirectories(old.resolve("locks/data"));
            here.lock("b").acquire().close();
            assertThat(others).isEmptyDirectory();
            assertThat(moved.resolve("locks/data/b")).exists();
            assertThat(lease.isHeld()).isTrue();
            lease.close();
        }
    }

    /** As where a link names the release of a program that is in use. */
    @Test
    void aLinkThatLeadsElsewhereTakesTheLocksAlong() throws Exception {
        Path link = temporary.resolve("link");
        Files.createSymbolicLink(link, Files.createDirectory(temporary.resolve("old")));
        try (LockClient here = LockClient.connect("file:" + link.resolve("locks"), ATTENTIVE);
                LockClient there = LockClient.connect("file:" + temporary.resolve("old/locks"), ATTENTIVE)) {
            Lease lease = here.lock("a").acquire();
            Lease kept = there.lock("b").acquire();
            Files.delete(link);
            Files.createSymbolicLink(link, Files.createDirectory(temporary.resolve("new")));
            Await.until("the loss", AT_ONCE, () -> !lease.isHeld());
            try (JavaProcess other = Worker.start(link.resolve("locks"))) {
                assertThat(Worker.ask(other, "lock a")).startsWith("locked a");
                assertThat(here.lock("a").tryAcquire()).isEmpty();
            }
            assertThat(kept.isHeld()).isTrue();
            kept.close();
        }
    }

    @Test
    @RequiresProgram(value = "touch", remedy = "apt-get install coreutils")
    void filesInUseLookUsedToProgramsThatRemoveOldOnes() throws Exception {
        try (LockClient here = LockClient.connect("file:" + folder());
                Lease lease = here.lock("a").acquire()) {
            Path data = folder().resolve("data/a");
            // Not by this process: it would open and close the lock file.
            Process touch =
                    new ProcessBuilder("touch", "-d", "@0", lockFile("a").toString(), data.toString()).start();
            assertThat(touch.waitFor()).isZero();
            OpenFolder.ask(folder(), open -> {
                open.touch(Instant.now().plusSeconds(1));
                return open;
            });
            for (Path file : List.of(lockFile("a"), data)) {
                assertThat(Files.getLastModifiedTime(file).toMillis()).isPositive();
            }
            assertThat(lease.isHeld()).isTrue();
            assertThat(OpenFolder.hasLocked(folder(), "a")).isTrue();
        }
    }

    @Test
    void aLockFileThatIsReplacedTakesItsLocksAlong() throws Exception {
        try (LockClient here = LockClient.connect("file:" + folder(), ATTENTIVE)) {
            Lease lease = here.lock("a").acquire();
            Path file = folder().resolve("locks")
                    .resolve("%02d".formatted(LockName.of("a").lockFile()));
            Files.delete(file);
            Files.createFile(file);
            Await.until("the loss", AT_ONCE, () -> !lease.isHeld());
            here.lock("a").acquire().close();
        }
    }

    @Test
    void aDataFolderThatIsRemovedTakesNoLockAlong() throws Exception {
        try (LockClient here = LockClient.connect("file:" + folder());
                JavaProcess other = Worker.start(folder())) {
            Lease lease = here.lock("a").acquire();
            remove(folder().resolve("data"));
            assertThat(Worker.ask(other, "try a")).startsWith("busy a");
            lease.close();
            assertThat(Worker.ask(other, "lock a")).startsWith("locked a");
        }
    }

    @Test
    void aFolderIsOneFolderByWhateverPath() throws Exception {
        Path alias = temporary.resolve("alias");
        try (LockClient here = LockClient.connect("file:" + folder());
                JavaProcess other = Worker.start(folder())) {
            Files.createSymbolicLink(alias, folder());
            Lease lease = here.lock("a").acquire();
            try (LockClient there = LockClient.connect("file:" + alias)) {
                assertThat(there.lock("a").tryAcquire()).isEmpty();
                there.lock("b").acquire().close();
            }
            assertThat(Worker.ask(other, "try a")).startsWith("busy a");
            assertThat(Worker.ask(other, "try b")).startsWith("locked b");
            lease.close();
        }
    }

    @Test
    void closingOneOfTwoClientsLeavesTheOthersLocksAlone() throws Exception {
        try (LockClient here = LockClient.connect("file:" + folder());
                JavaProcess other = Worker.start(folder())) {
            LockClient there = LockClient.connect("file:" + folder());
            Lease mine = here.lock("a").acquire();
            there.lock("b").acquire();
            there.close();
            assertThat(Worker.ask(other, "try a")).startsWith("busy a");
            assertThat(Worker.ask(other, "try b")).startsWith("locked b");
            assertThat(mine.isHeld()).isTrue();
        }
    }

    @Test
    void aFolderThatCannotBeMadeIsUnavailable() throws IOException {
        Path file = Files.createFile(temporary.resolve("file"));
        assertThatThrownBy(() -> LockClient.connect("file:" + file.resolve("locks")))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining(file.toString());
    }

    @Test
    @RequiresProgram(value = "prlimit", remedy = "apt-get install util-linux")
    void whenNothingCanBeWrittenNothingStaysLocked() throws Exception {
        try (JavaProcess ann = Worker.start(folder());
                JavaProcess bob = Worker.start(folder())) {
            Worker.ask(ann, "lock a");
            assertThat(Worker.ask(ann, "try never-had")).startsWith("locked");
            limitFileSize(ann, "0:");
            assertThat(Worker.ask(ann, "try b")).startsWith("failed").contains(folder().toString());
            assertThat(Worker.ask(ann, "wait b 30000")).startsWith("failed").contains(folder().toString());
            assertThat(Worker.ask(ann, "unlock a")).isEqualTo("unlocked a");
            assertThat(Worker.ask(bob, "try a")).startsWith("locked a");
            assertThat(Worker.ask(bob, "try b")).startsWith("locked b");
            Worker.ask(bob, "unlock b");
            limitFileSize(ann, "unlimited:");
            assertThat(Worker.ask(ann, "try b")).startsWith("locked b");
        }
    }

    /** Makes the kernel refuse the process's writes to files, as a full disk does. */
    private static void limitFileSize(JavaProcess process, String limit) throws Exception {
        Process prlimit = new ProcessBuilder("prlimit", "--pid", Long.toString(process.pid()), "--fsize=" + limit)
                .inheritIO()
                .start();
        assertThat(prlimit.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(prlimit.exitValue()).isZero();
    }

    private Path folder() {
        return temporary.resolve("locks");
    }

    private Path lockFile(String name) {
        return folder().resolve("locks")
                .resolve(Layout.lockFile(LockName.of(name).lockFile()));
    }

    private static void remove(Path folder) throws IOException {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(folder)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.delete(path);
        }
    }
}
