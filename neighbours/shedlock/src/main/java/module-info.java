/** ShedLock's lock provider over Lockkeeper's locks. */
module io.lockkeeper.shedlock {
    requires transitive io.lockkeeper;
    requires transitive net.javacrumbs.shedlock.core;
    requires static org.jspecify;

    exports io.lockkeeper.shedlock;
}
