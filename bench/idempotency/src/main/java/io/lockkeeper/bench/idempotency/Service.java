package io.lockkeeper.bench.idempotency;

/** A contestant's service that places orders, each key once. Thread-safe. */
interface Service extends AutoCloseable {

    /** Places an order, or answers a repeat. */
    Answer place(String key) throws Exception;

    @Override
    void close();

    /** How a request was answered. */
    enum Answer {
        /** It ran the handler. */
        RAN,
        /** It is a repeat, and got the first request's answer. */
        REPLAYED,
        /** It is a repeat, and was told only that. */
        SKIPPED
    }
}
