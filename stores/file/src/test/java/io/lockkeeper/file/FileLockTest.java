package io.lockkeeper.file;

import io.lockkeeper.contract.LockContract;
import io.lockkeeper.store.Store;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.io.TempDir;

/** Locks over the file store keep every promise. */
class FileLockTest implements LockContract {

    @TempDir
    Path folder;

    @Override
    public Store open() {
        return FileStore.open(folder.resolve("locks"), Access.PRIVATE, Clock.systemUTC());
    }
}
