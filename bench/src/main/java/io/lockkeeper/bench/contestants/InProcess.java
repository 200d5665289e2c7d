package io.lockkeeper.bench.contestants;

/** A contestant that excludes the threads of one process only: a measure of what is possible, not a peer. */
public interface InProcess extends Contestant {}
