/** Locks inside one process: a store for tests and for programs that are alone. */
module io.lockkeeper.memory {
    requires transitive io.lockkeeper;
    requires static org.jspecify;

    exports io.lockkeeper.memory;

    provides io.lockkeeper.store.StoreProvider with
            io.lockkeeper.memory.MemoryStoreProvider;
}
