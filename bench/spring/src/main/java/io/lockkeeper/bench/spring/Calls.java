package io.lockkeeper.bench.spring;

/** A method that does next to nothing, under a lock of the memory store; as each contestant acquires it. */
interface Calls extends AutoCloseable {

    /** The store of all contestants. */
    String STORE = "memory:calls";

    /** Under one lock for all orders. */
    long ship(long order);

    /** Under the order's own lock. */
    long shipAlone(long order);

    @Override
    void close();
}
