package io.lockkeeper.bench.contestants;

/** A contestant that keeps its locks in Redis: opened with a URL such as {@code redis://127.0.0.1:6379}. */
public interface OnRedis extends Contestant {}
