package io.lockkeeper.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import io.lockkeeper.store.StoreProvider;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One copy of the store's classes uses a folder at a time: the kernel cannot tell two of one process apart. */
class SecondCopyTest {

    @TempDir
    Path temporary;

    @Test
    void aSecondCopyOfTheClassesIsRefused() throws Exception {
        try (LockClient here = LockClient.connect("file:" + folder());
                Copy copy = new Copy()) {
            Lease lease = here.lock("a").acquire();
            assertThatThrownBy(() -> copy.open(folder()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("another class loader");
            lease.close();
        }
        try (Copy copy = new Copy();
                Store store = copy.open(folder())) {
            assertThat(store.guarantees()).isNotNull();
            assertThatThrownBy(() -> LockClient.connect("file:" + folder())).hasMessageContaining("class loader");
        }
    }

    @Test
    void aFolderThatCouldNotBeOpenedIsLeftToOtherCopiesOfTheClasses() throws Exception {
        Path data = Files.createDirectories(folder()).resolve("data");
        Files.createSymbolicLink(data, temporary);
        assertThatThrownBy(() -> LockClient.connect("file:" + folder())).hasMessageContaining("symbolic link");
        Files.delete(data);
        try (Copy copy = new Copy();
                Store store = copy.open(folder())) {
            assertThat(store.guarantees()).isNotNull();
        }
    }

    private Path folder() {
        return temporary.resolve("locks");
    }

    /** A second copy of the store's classes, as two web applications of one server may have. */
    private static final class Copy extends URLClassLoader {

        Copy() {
            super(
                    new URL[] {
                        FileStore.class.getProtectionDomain().getCodeSource().getLocation()
                    },
                    Copy.class.getClassLoader());
        }

        Store open(Path folder) throws ReflectiveOperationException {
            var provider = (StoreProvider) loadClass(FileStoreProvider.class.getName())
                    .getConstructor()
                    .newInstance();
            return provider.open(StoreAddress.parse("file:" + folder));
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("io.lockkeeper.file.")) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }
}
