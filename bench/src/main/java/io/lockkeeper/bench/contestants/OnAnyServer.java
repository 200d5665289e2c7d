package io.lockkeeper.bench.contestants;

/** A contestant that takes part whatever the server is: opened with any of their URLs. */
public interface OnAnyServer extends OnRedis, OnDatabase, OnZooKeeper, OnEtcd, OnMemcached {}
