package io.lockkeeper.idempotency.web;

import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.web.RequestFingerprint.BodyForm;

/**
 * A route whose requests run once for each key.
 *
 * @param method the HTTP method, such as {@code POST}
 * @param pattern the route's pattern, such as <code>/orders/{id}/payment</code>; a segment in braces is any one segment, and
 *     {@code **} at the end is any rest
 * @param key where the key is from
 * @param rules how its requests are run and compared
 */
public record IdempotentRoute(String method, String pattern, KeySource key, Rules rules) {

    /** Where a request's key is from. */
    public enum KeySource {
        /** The header, which is required. */
        HEADER,
        /** The header; requests without it are not idempotent. */
        OPTIONAL_HEADER,
        /** A {@linkplain Tokens token} of this server, in the header or a form's field. */
        TOKEN
    }

    /**
     * How requests are run and compared.
     *
     * @param options lease, wait, retention and what happens after a crash; its failure policy is replaced by the statuses
     * @param statuses which answers are final
     * @param body how bodies are compared
     */
    public record Rules(IdempotencyOptions options, StatusPolicy statuses, BodyForm body) {

        /** The default options, {@link StatusPolicy#finalAnswers()}, bodies compared byte by byte. */
        public static final Rules DEFAULTS =
                new Rules(IdempotencyOptions.defaults(), StatusPolicy.finalAnswers(), BodyForm.RAW);
    }

    /** Checks the pattern. */
    public IdempotentRoute {
        if (!pattern.startsWith("/")) {
            throw new IllegalArgumentException("A route's pattern begins with a slash: " + pattern);
        }
    }

    /** Returns a route that requires the header, with the default rules. */
    public static IdempotentRoute of(String method, String pattern) {
        return new IdempotentRoute(method, pattern, KeySource.HEADER, Rules.DEFAULTS);
    }

    /** Returns this route with another source of the key. */
    public IdempotentRoute withKey(KeySource source) {
        return new IdempotentRoute(method, pattern, source, rules);
    }

    /** Returns this route with other options. */
    public IdempotentRoute withOptions(IdempotencyOptions options) {
        return new IdempotentRoute(method, pattern, key, new Rules(options, rules.statuses(), rules.body()));
    }

    /** Returns this route with another rule for statuses. */
    public IdempotentRoute withStatuses(StatusPolicy statuses) {
        return new IdempotentRoute(method, pattern, key, new Rules(rules.options(), statuses, rules.body()));
    }

    /** Returns this route with bodies compared in another way. */
    public IdempotentRoute withBody(BodyForm body) {
        return new IdempotentRoute(method, pattern, key, new Rules(rules.options(), rules.statuses(), body));
    }

    /** What a token of this route is bound to. */
    public String tokenRoute() {
        return method + " " + pattern;
    }
}
