package io.lockkeeper.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.StoreFixture;
import io.lockkeeper.store.Catalogue;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Recall;
import io.lockkeeper.store.Recall.Asked;
import io.lockkeeper.store.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of recalls: what they say, who may write them, and that none is left. */
class RecallFileTest implements StoreFixture {

    @TempDir
    Path temporary;

    private Access access = Access.PRIVATE;

    @Override
    public Store open() {
        return FileStore.open(folder(), access, Clock.systemUTC());
    }

    private Path folder() {
        return temporary.resolve("locks");
    }

    private Path marker(String name) {
        return folder().resolve("recalls").resolve(name);
    }

    private static Optional<Asked> recall(Contender client, String name) {
        return client.answer(((Recall) client.store()).recall(name, null));
    }

    private static boolean isRecalled(Contender client, Grant grant) {
        return client.answer(((Recall) client.store()).isRecalled(grant));
    }

    /** As though it had been made at another time. */
    private static void date(Path marker, Instant moment) throws IOException {
        String text = Files.readString(marker);
        Files.writeString(marker, moment + text.substring(text.indexOf(' ')));
    }

    @Test
    void aHolderThatHasSeenTheRecallRemovesItsFileWithTheLock() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("a/b");
            assertThat(isRecalled(ann, grant)).isFalse();
            assertThat(folder().resolve("recalls")).doesNotExist();
            assertThat(recall(bob, "a/b")).isPresent();
            assertThat(marker("a%2fb")).content().matches("\\S+Z " + grant.claim() + " " + grant.firstToken() + "\n");
            assertThat(isRecalled(ann, grant)).isTrue();
            ann.release(grant);
            assertThat(marker("a%2fb")).doesNotExist();
        }
    }

    @Test
    void aRecallEndsAfterAMinuteAndItsFileIsRemovedByTheNext() throws Exception {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant first = ann.hold("first");
            Grant second = ann.hold("second");
            recall(bob, "first");
            date(marker("first"), Instant.now().minusSeconds(50));
            assertThat(isRecalled(ann, first)).isTrue();
            date(marker("first"), Instant.now().minusSeconds(61));
            assertThat(isRecalled(ann, first)).isFalse();
            recall(bob, "second");
            assertThat(marker("first")).doesNotExist();
            assertThat(isRecalled(ann, second)).isTrue();
        }
    }

    /** Another process may have made its file, and not written to it yet. */
    @Test
    void aFileThatIsBeingWrittenIsSweptOnlyWhenItIsOld() throws Exception {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("a");
            recall(bob, "a");
            Path begun = Files.createFile(marker("begun"));
            Path torn =
                    Files.writeString(marker("torn"), Instant.now().toString().substring(0, 12));
            recall(bob, "a");
            assertThat(begun).exists();
            assertThat(torn).exists();
            Files.setLastModifiedTime(begun, FileTime.from(Instant.now().minusSeconds(61)));
            Files.setLastModifiedTime(torn, FileTime.from(Instant.now().plus(1, ChronoUnit.HOURS)));
            recall(bob, "a");
            assertThat(begun).doesNotExist();
            assertThat(torn).doesNotExist();
            assertThat(isRecalled(ann, grant)).isTrue();
        }
    }

    /** Other processes pass it on while its record is read. */
    @Test
    void aLockThatPassesFromHandToHandIsNotTakenForFree() throws Exception {
        Path record = folder().resolve("data").resolve("a");
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant first = ann.hold("a");
            String one = Files.readString(record);
            ann.release(first);
            ann.hold("a");
            String other = Files.readString(record);
            AtomicBoolean over = new AtomicBoolean();
            CompletableFuture<Void> passing = CompletableFuture.runAsync(() -> {
                while (!over.get()) {
                    replace(record, one);
                    replace(record, other);
                }
            });
            try {
                for (int times = 0; times < 1_000; times++) {
                    assertThat(recall(bob, "a")).isPresent();
                }
            } finally {
                over.set(true);
            }
            assertThat(passing).succeedsWithin(patience());
        }
    }

    private void replace(Path record, String text) {
        try {
            Path next = Files.writeString(temporary.resolve("next"), text);
            Files.move(next, record, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The clock was ahead when it was made. */
    @Test
    void aRecallFromTheFutureIsOver() throws Exception {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("a");
            recall(bob, "a");
            date(marker("a"), Instant.now().plus(1, ChronoUnit.HOURS));
            assertThat(isRecalled(ann, grant)).isFalse();
            recall(bob, "b");
            assertThat(marker("a")).doesNotExist();
        }
    }

    @Test
    void aSweepRemovesWhatIsLeft() throws Exception {
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.hold("a");
            recall(bob, "a");
            date(marker("a"), Instant.now().minusSeconds(61));
        }
        Files.deleteIfExists(folder().resolve("swept"));
        open().close();
        assertThat(marker("a")).doesNotExist();
    }

    /** A record of it would be written wherever it leads. */
    @Test
    void aLinkInPlaceOfAFileIsReplacedAndNotFollowed() throws Exception {
        Path elsewhere = Files.writeString(temporary.resolve("elsewhere"), "precious");
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("a");
            recall(bob, "a");
            String text = Files.readString(marker("a"));
            Files.delete(marker("a"));
            Files.createSymbolicLink(marker("a"), Files.writeString(temporary.resolve("forged"), text));
            assertThat(isRecalled(ann, grant)).as("what a link leads to").isFalse();
            Files.delete(marker("a"));
            Files.createSymbolicLink(marker("a"), elsewhere);
            recall(bob, "a");
            assertThat(elsewhere).hasContent("precious");
            assertThat(Files.isRegularFile(marker("a"), LinkOption.NOFOLLOW_LINKS))
                    .isTrue();
            assertThat(isRecalled(ann, grant)).isTrue();
        }
    }

    @Test
    void aLinkInPlaceOfTheirFolderIsRefusedAndNobodyElseIsHeldUp() throws Exception {
        Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("a");
            Files.createSymbolicLink(folder().resolve("recalls"), elsewhere);
            assertThatThrownBy(() -> recall(bob, "a")).hasStackTraceContaining("symbolic link");
            assertThat(elsewhere).isEmptyDirectory();
            ann.release(grant);
            ann.release(ann.hold("a"));
        }
        Files.deleteIfExists(folder().resolve("swept"));
        open().close();
        assertThat(folder().resolve("swept")).exists();
    }

    @Test
    void whoMayTakeALockMayRecallItAndNobodyElse() throws Exception {
        recallOne();
        assertThat(permissions(marker("a"))).isEqualTo("rw-------");
        assertThat(permissions(folder().resolve("recalls"))).isEqualTo("rwx------");
    }

    @Test
    void aGroupThatSharesTheLocksSharesTheirRecalls() throws Exception {
        access = Access.GROUP;
        recallOne();
        assertThat(permissions(marker("a"))).isEqualTo("rw-rw----");
        assertThat(permissions(folder().resolve("recalls"))).isEqualTo("rwxrwx---");
    }

    private void recallOne() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.hold("a");
            recall(bob, "a");
        }
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    /** Whatever is in the folder of data files is taken for a lock's by releases that know of no recalls. */
    @Test
    void nothingIsAddedWhereOlderReleasesLook() throws Exception {
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.hold("a");
            recall(bob, "a");
            assertThat(folder().resolve("data"))
                    .isDirectoryContaining("glob:**/a")
                    .isDirectoryNotContaining("glob:**/[!a]*");
            assertThat(ann.answer(((Catalogue) ann.store()).list("", 10))).hasSize(1);
        }
    }
}
