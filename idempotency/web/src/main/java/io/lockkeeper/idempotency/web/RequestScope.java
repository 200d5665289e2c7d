package io.lockkeeper.idempotency.web;

import java.security.MessageDigest;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Within which a client's key is unique: nobody reads the answer of another tenant, another caller or another route, and a
 * key that was used elsewhere is a new one here.
 *
 * @param tenant the tenant; null, if the application has none
 * @param caller who asks, as authenticated; null, if nobody is authenticated: all of these share a scope
 * @param method the HTTP method
 * @param route the route's pattern, such as {@code /orders/{id}/payment}
 */
public record RequestScope(
        @Nullable String tenant, @Nullable String caller, String method, String route) {

    /** The longest scope that is written as it is. */
    private static final int READABLE = 100;

    /**
     * Returns the scope as a key's scope: fields with their lengths before them, as in {@code http:-,5:alice,4:POST,7:/orders},
     * so that no two scopes are written alike. A long one, or one with other than printable ASCII characters, is replaced by its SHA-256.
     */
    public String text() {
        StringBuilder written = new StringBuilder("http:");
        append(tenant, written);
        append(caller, written);
        append(method, written);
        append(route, written);
        written.setLength(written.length() - 1);
        boolean readable = written.length() <= READABLE && written.chars().allMatch(c -> c >= 0x20 && c < 0x7f);
        return readable ? written.toString() : "http#" + hash();
    }

    private static void append(@Nullable String field, StringBuilder written) {
        if (field == null) {
            written.append("-,");
        } else {
            written.append(field.length()).append(':').append(field).append(',');
        }
    }

    private String hash() {
        MessageDigest digest = LengthPrefixed.sha256();
        LengthPrefixed.write(tenant, digest::update);
        LengthPrefixed.write(caller, digest::update);
        LengthPrefixed.write(method, digest::update);
        LengthPrefixed.write(route, digest::update);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(digest.digest());
    }
}
