package io.lockkeeper.engine;

/** Where this client stands with one lock. The package's documentation draws what leads from one to another. */
enum Phase {
    /** Nobody here holds it or waits for it. */
    IDLE,
    /** A claim is with the store, or about to be. */
    CLAIMING,
    /** Somebody here holds it. */
    HELD,
    /** A grant or a claim is on its way back. */
    RELEASING
}
