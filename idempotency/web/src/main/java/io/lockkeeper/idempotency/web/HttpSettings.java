package io.lockkeeper.idempotency.web;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.OutcomeCodec;
import java.net.URI;
import java.util.Optional;

/** How idempotency is offered over HTTP, for all routes alike. Immutable. */
public final class HttpSettings {

    private static final HttpSettings DEFAULTS = new HttpSettings();

    private KeyHeader keyHeader = KeyHeader.DRAFT_07;
    private StoredHeaders storedHeaders = StoredHeaders.defaults();
    private Optional<URI> policy = Optional.empty();
    private Optional<Tokens> tokens = Optional.empty();
    private String tokenField = "idempotency-token";
    private Optional<OutcomeEncryption> encryption = Optional.empty();
    private int maxBody = 1 << 20;
    private int maxAnswer = 1 << 20;
    private boolean runWithoutStore;

    private HttpSettings() {}

    /**
     * Returns the defaults: the header as draft 07 has it, bodies and stored answers of up to 1 MiB, no policy's address, no tokens,
     * no encryption, 503 if the store is unavailable.
     */
    public static HttpSettings defaults() {
        return DEFAULTS;
    }

    private HttpSettings copy() {
        HttpSettings copy = new HttpSettings();
        copy.keyHeader = keyHeader;
        copy.storedHeaders = storedHeaders;
        copy.policy = policy;
        copy.tokens = tokens;
        copy.tokenField = tokenField;
        copy.encryption = encryption;
        copy.maxBody = maxBody;
        copy.maxAnswer = maxAnswer;
        copy.runWithoutStore = runWithoutStore;
        return copy;
    }

    /** Returns settings with another reading of the header. */
    public HttpSettings withKeyHeader(KeyHeader header) {
        HttpSettings copy = copy();
        copy.keyHeader = header;
        return copy;
    }

    /** Returns settings with other stored headers. */
    public HttpSettings withStoredHeaders(StoredHeaders headers) {
        HttpSettings copy = copy();
        copy.storedHeaders = headers;
        return copy;
    }

    /** Returns settings with the address of the document that tells clients how keys are used here: retention, scope, which answers are replayed. */
    public HttpSettings withPolicy(URI address) {
        HttpSettings copy = copy();
        copy.policy = Optional.of(address);
        return copy;
    }

    /** Returns settings with tokens, for routes whose key is one. The field is that of the form. */
    public HttpSettings withTokens(Tokens issuer, String field) {
        HttpSettings copy = copy();
        copy.tokens = Optional.of(issuer);
        copy.tokenField = field;
        return copy;
    }

    /** Returns settings with encrypted answers. */
    public HttpSettings withEncryption(OutcomeEncryption keys) {
        HttpSettings copy = copy();
        copy.encryption = Optional.of(keys);
        return copy;
    }

    /**
     * Returns settings with other bounds.
     *
     * @param body how many bytes a request's body may have; more are answered with 413
     * @param answer how many bytes of an answer are kept; a longer one is streamed, and leaves a tombstone
     */
    public HttpSettings withBounds(int body, int answer) {
        if (body < 0 || answer < 0) {
            throw new IllegalArgumentException("Bounds are not negative: " + body + ", " + answer);
        }
        HttpSettings copy = copy();
        copy.maxBody = body;
        copy.maxAnswer = answer;
        return copy;
    }

    /** Returns settings with which requests are run without idempotency while the store is unavailable: repeats may be run twice. */
    public HttpSettings runningWithoutStore() {
        HttpSettings copy = copy();
        copy.runWithoutStore = true;
        return copy;
    }

    KeyHeader keyHeader() {
        return keyHeader;
    }

    StoredHeaders storedHeaders() {
        return storedHeaders;
    }

    Optional<URI> policy() {
        return policy;
    }

    Optional<Tokens> tokens() {
        return tokens;
    }

    String tokenField() {
        return tokenField;
    }

    int maxBody() {
        return maxBody;
    }

    int maxAnswer() {
        return maxAnswer;
    }

    boolean runsWithoutStore() {
        return runWithoutStore;
    }

    OutcomeCodec<StoredAnswer> codec(IdempotencyKey key) {
        return encryption.map(keys -> keys.codec(AnswerCodec.INSTANCE, key)).orElse(AnswerCodec.INSTANCE);
    }
}
