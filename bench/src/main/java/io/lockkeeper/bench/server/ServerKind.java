package io.lockkeeper.bench.server;

import io.lockkeeper.bench.contestants.Backend;
import io.lockkeeper.bench.contestants.Contestant;
import java.util.List;
import java.util.Locale;

/** A kind of server that locks are kept in: who can be there, and what it counts. */
public enum ServerKind {
    /** Redis: INFO and MONITOR tell. */
    REDIS(Backend.REDIS),
    /** PostgreSQL: an extension of its own counts statements, nothing counts bytes. */
    POSTGRESQL(Backend.DATABASE),
    /** MariaDB: its status tells. */
    MARIADB(Backend.DATABASE),
    /** ZooKeeper: it tells what it was asked, by kind. */
    ZOOKEEPER(Backend.ZOOKEEPER),
    /** etcd: its metrics tell. */
    ETCD(Backend.ETCD),
    /** memcached: its statistics tell. */
    MEMCACHED(Backend.MEMCACHED);

    private final Backend backend;

    ServerKind(Backend backend) {
        this.backend = backend;
    }

    /** Returns whether this contestant can keep its locks there. */
    public boolean admits(Contestant contestant) {
        return contestant.runsOn(backend);
    }

    /** Returns what it counts, in the order of the tables. */
    public List<Counter> counters() {
        return switch (this) {
            case REDIS -> List.of(Counter.REQUESTS, Counter.COMMANDS, Counter.BYTES);
            case POSTGRESQL -> List.of(Counter.STATEMENTS);
            case MARIADB -> List.of(Counter.STATEMENTS, Counter.BYTES);
            case ZOOKEEPER -> List.of(Counter.WRITES, Counter.READS, Counter.BYTES);
            case ETCD -> List.of(Counter.REQUESTS, Counter.BYTES);
            case MEMCACHED -> List.of(Counter.ITEMS, Counter.BYTES);
        };
    }

    /** Starts a server on a free loopback port, which ends on close, and with this JVM at the latest. */
    public Server start() {
        return switch (this) {
            case REDIS -> Redis.start();
            case POSTGRESQL -> Database.startPostgreSql();
            case MARIADB -> Database.startMariaDb();
            case ZOOKEEPER -> ZooKeeperNode.start();
            case ETCD -> Etcd.start();
            case MEMCACHED -> Memcached.start();
        };
    }

    /** Returns the name of a file about this kind: that of the usual one has nothing added. */
    public String fileName(String base, String extension) {
        return base + (this == REDIS ? "" : "-" + this) + extension;
    }

    /** Returns the word for the command line, such as "redis". */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
