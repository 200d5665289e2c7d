package io.lockkeeper.idempotency.web;

import java.util.List;
import java.util.Map;

/** What an operation answered, as it is stored for its repeats. */
public sealed interface StoredAnswer {

    /** The HTTP status that was sent. */
    int status();

    /** The stored headers: names as they were sent, each with its values in order. */
    Map<String, List<String>> headers();

    /**
     * An answer with its body.
     *
     * @param status the HTTP status
     * @param headers the stored headers
     * @param body the bytes as they were sent; compressed, if the application compressed them. Not copied
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Complete(int status, Map<String, List<String>> headers, byte[] body) implements StoredAnswer {}

    /**
     * The operation is done, and its body was too large or streamed.
     *
     * @param status the HTTP status
     * @param headers the stored headers
     */
    record Tombstone(int status, Map<String, List<String>> headers) implements StoredAnswer {}

    /**
     * An error whose page is made by the container or the framework, and is made again for a repeat.
     *
     * @param status the HTTP status
     * @param headers the stored headers
     * @param message what the application said; empty, if nothing
     */
    record ErrorPage(int status, Map<String, List<String>> headers, String message) implements StoredAnswer {}
}
