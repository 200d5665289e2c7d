package io.lockkeeper.idempotency.web;

import io.lockkeeper.idempotency.Fingerprint;
import java.security.MessageDigest;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * What a request asks for, in short: SHA-256 over method, path, canonical query, normalized content type and body. A repeat
 * has the same fingerprint; the same key with another one is a mistake of the client.
 *
 * <p>The path is that of the request, not the route's pattern: {@code /orders/1/payment} and {@code /orders/2/payment}
 * differ. The text begins with the version of this recipe, so that a later one does not take every stored request for a different one silently.
 */
public final class RequestFingerprint {

    /** The version of the recipe. */
    static final String VERSION = "w1:";

    private RequestFingerprint() {}

    /** How bodies are compared. */
    public enum BodyForm {
        /** Byte by byte: white space and the order of fields matter. */
        RAW,
        /** JSON by RFC 8785, which ignores white space and order. What RFC 8785 does not define is compared byte by byte. */
        CANONICAL_JSON
    }

    /**
     * Returns the fingerprint.
     *
     * @param path the path as the request has it, undecoded
     * @param query the query as the request has it, without the question mark
     */
    public static Fingerprint of(
            String method,
            String path,
            @Nullable String query,
            @Nullable String contentType,
            byte[] body,
            BodyForm form) {
        MessageDigest digest = LengthPrefixed.sha256();
        LengthPrefixed.write(method, digest::update);
        LengthPrefixed.write(path, digest::update);
        LengthPrefixed.write(CanonicalQuery.of(query), digest::update);
        LengthPrefixed.write(ContentType.normalized(contentType), digest::update);
        byte[] canonical =
                form == BodyForm.CANONICAL_JSON && ContentType.isJson(contentType) ? CanonicalJson.of(body) : null;
        LengthPrefixed.write(canonical == null ? "raw" : "json", digest::update);
        LengthPrefixed.write(canonical == null ? body : canonical, digest::update);
        return new Fingerprint(VERSION + Base64.getUrlEncoder().withoutPadding().encodeToString(digest.digest()));
    }
}
