package io.lockkeeper.bench.contestants;

/** What a contestant keeps its locks in. */
public enum Backend {
    /** Opened with a URL such as {@code redis://127.0.0.1:6379}. */
    REDIS("redis:"),
    /** PostgreSQL or MariaDB, opened with a JDBC URL. A table that a library does not make itself is made by a script. */
    DATABASE("jdbc:"),
    /** Opened with a URL such as {@code zk://127.0.0.1:2181}. */
    ZOOKEEPER("zk:"),
    /** Opened with a URL such as {@code etcd://127.0.0.1:2379}. */
    ETCD("etcd:"),
    /** Opened with a URL such as {@code memcached://127.0.0.1:11211}. */
    MEMCACHED("memcached:");

    private final String scheme;

    Backend(String scheme) {
        this.scheme = scheme;
    }

    /** Returns whether a URL leads to one. */
    boolean isAt(String url) {
        return url.startsWith(scheme);
    }
}
