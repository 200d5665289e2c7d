package io.lockkeeper.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.store.StoreAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Addresses name a folder, and say what is wrong with them if they do not. */
class FileStoreProviderTest {

    @TempDir
    Path folder;

    @Test
    void aPathWithOneSlashOrThreeIsTheSameFolder() throws InterruptedException {
        Path locks = folder.resolve("with space");
        String path = locks.toString().replace(" ", "%20");
        try (LockClient one = LockClient.connect("file:" + path);
                LockClient three = LockClient.connect("file://" + path);
                Lease held = one.lock("orders").acquire()) {
            assertThat(held.isHeld()).isTrue();
            assertThat(three.lock("orders").tryAcquire()).isEmpty();
            assertThat(locks.resolve("data").resolve("orders")).exists();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "file:, file:FOLDER",
        "file:~/locks, ~",
        "file://host/locks, names no host",
        "file:locks?share=true, share",
        "file:locks?shared=yes, true or false",
        "file:locks?mode=rwx, octal",
        "file:locks?mode=0470, octal",
        "file:locks?mode=0770&shared=true, cannot be combined",
    })
    void anAddressThatNamesNoFolderIsRefusedWithASentence(String address, String hint) {
        assertThatThrownBy(() -> new FileStoreProvider().open(StoreAddress.parse(address)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(hint);
        assertThat(Files.exists(Path.of("locks"))).isFalse();
    }
}
