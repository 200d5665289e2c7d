/** Locks between the processes of one machine, kept by the operating system: the embedded default. */
module io.lockkeeper.file {
    requires transitive io.lockkeeper;
    requires static org.jspecify;

    exports io.lockkeeper.file;

    provides io.lockkeeper.store.StoreProvider with
            io.lockkeeper.file.FileStoreProvider;
}
