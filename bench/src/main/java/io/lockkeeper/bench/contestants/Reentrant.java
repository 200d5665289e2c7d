package io.lockkeeper.bench.contestants;

/** A contestant whose locks a thread that holds them may take again. */
public interface Reentrant extends Contestant {}
