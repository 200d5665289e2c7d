package io.lockkeeper.idempotency.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.util.Optional;

/** Why a request was not carried out, as an RFC 9457 document ({@code application/problem+json}). */
enum Problem {
    KEY_MISSING(400, "key-missing", "Idempotency key is missing"),
    KEY_MALFORMED(400, "key-malformed", "Idempotency key is malformed"),
    TOKEN_INVALID(400, "token-invalid", "Token is invalid"),
    TOKEN_EXPIRED(400, "token-expired", "Token has expired"),
    IN_FLIGHT(409, "in-flight", "A request with this idempotency key is being processed"),
    OUTCOME_UNKNOWN(409, "outcome-unknown", "The outcome of the first request is unknown"),
    ANSWER_GONE(410, "answer-gone", "The request was carried out, and its answer was not kept"),
    BODY_TOO_LARGE(413, "body-too-large", "Request body is too large"),
    MULTIPART(415, "multipart-unsupported", "Multipart bodies are not supported here"),
    KEY_REUSED(422, "key-reused", "Idempotency key was used with another request"),
    FIRST_FAILED(500, "first-failed", "The first request failed"),
    ANSWER_UNREADABLE(500, "answer-unreadable", "The request was carried out, and its answer cannot be read"),
    CALLER_UNKNOWN(500, "caller-unknown", "The caller is not known"),
    STORE_UNAVAILABLE(503, "store-unavailable", "Idempotency cannot be assured now");

    /** The header of an answer that is a repeat's. */
    static final String REPLAYED = "Idempotent-Replayed";

    /** The media type of these documents. */
    static final String MEDIA_TYPE = "application/problem+json";

    private final int status;
    private final String code;
    private final String title;

    Problem(int status, String code, String title) {
        this.status = status;
        this.code = code;
        this.title = title;
    }

    int status() {
        return status;
    }

    /**
     * Returns the document. Its type is the policy's address with the problem's code as the fragment, and {@code about:blank} without a policy.
     *
     * @param policy where the rules are published
     * @param detail what is wrong with this request
     */
    byte[] document(Optional<URI> policy, String detail) {
        StringBuilder json = new StringBuilder("{\"type\":");
        JsonText.write(policy.map(uri -> uri + "#" + code).orElse("about:blank"), json);
        json.append(",\"title\":");
        JsonText.write(title, json);
        json.append(",\"status\":").append(status).append(",\"code\":");
        JsonText.write(code, json);
        json.append(",\"detail\":");
        JsonText.write(detail, json);
        return json.append('}').toString().getBytes(UTF_8);
    }

    /** Returns the value of the Link header (RFC 8288) that points to the policy. */
    static Optional<String> link(Optional<URI> policy) {
        return policy.map(uri -> "<" + uri.toASCIIString() + ">; rel=\"describedby\"");
    }
}
