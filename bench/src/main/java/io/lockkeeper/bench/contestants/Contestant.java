package io.lockkeeper.bench.contestants;

/**
 * A lock library that takes part. A worker process makes one of its class by the constructor without arguments.
 *
 * <p>Where it can take part is said by the types {@link OnRedis}, {@link OnDatabase}, {@link OnZooKeeper}, {@link OnEtcd} and
 * {@link OnAnyServer}, what else it
 * can do by {@link Reentrant} and {@link Renewing}.
 */
public interface Contestant {

    /** Returns the name, as in the tables and on the command line. */
    String name();

    /** Returns whether it takes part in a scenario that is open to all, such as "s1". */
    default boolean joins(String scenario) {
        return true;
    }

    /** Connects to this server, with the library's defaults. */
    Locks open(String url);
}
