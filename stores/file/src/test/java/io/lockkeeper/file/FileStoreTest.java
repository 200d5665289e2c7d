package io.lockkeeper.file;

import io.lockkeeper.contract.CatalogueContract;
import io.lockkeeper.contract.HintContract;
import io.lockkeeper.contract.RecallContract;
import io.lockkeeper.contract.TokenContract;
import io.lockkeeper.store.Store;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.io.TempDir;

/** The file store keeps every promise. */
class FileStoreTest implements TokenContract, HintContract, CatalogueContract, RecallContract {

    @TempDir
    Path folder;

    @Override
    public Store open() {
        return FileStore.open(folder.resolve("locks"), Access.PRIVATE, Clock.systemUTC());
    }
}
