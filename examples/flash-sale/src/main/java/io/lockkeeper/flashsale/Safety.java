package io.lockkeeper.flashsale;

/** Whether a sale uses the lock. */
enum Safety {
    /** The services read and write as though each were alone. */
    UNLOCKED,
    /** Only the holder of the article's lock reads and writes. */
    LOCKED
}
