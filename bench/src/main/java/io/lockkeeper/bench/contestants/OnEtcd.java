package io.lockkeeper.bench.contestants;

/** A contestant that keeps its locks in etcd: opened with a URL such as {@code etcd://127.0.0.1:2379}. */
public interface OnEtcd extends Contestant {}
