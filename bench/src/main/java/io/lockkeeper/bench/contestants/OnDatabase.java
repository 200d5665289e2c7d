package io.lockkeeper.bench.contestants;

/**
 * A contestant that keeps its locks in PostgreSQL or MariaDB: opened with a JDBC URL.
 *
 * <p>A table it does not make itself is made for it, by a script of the server's.
 */
public interface OnDatabase extends Contestant {}
