package io.lockkeeper.bench.contestants;

/** A contestant that keeps its locks in memcached: opened with a URL such as {@code memcached://127.0.0.1:11211}. */
public interface OnMemcached extends Contestant {}
