package io.lockkeeper.bench.workers;

/** A worker could not do what it was ordered to. */
public final class WorkerException extends RuntimeException {
    private static final long serialVersionUID = 1;

    WorkerException(String message) {
        super(message);
    }
}
