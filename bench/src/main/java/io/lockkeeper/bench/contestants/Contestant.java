package io.lockkeeper.bench.contestants;

/**
 * A lock library that takes part. A worker process makes one of its class by the constructor without arguments.
 *
 * <p>What else it can do is said by the types {@link Reentrant}, {@link Renewing} and {@link InProcess}.
 */
public interface Contestant {

    /** Returns the name, as in the tables and on the command line. */
    String name();

    /** Connects with the library's defaults. */
    Locks open(String redisUrl);
}
