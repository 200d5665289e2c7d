package io.lockkeeper.idempotency.web;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * Issues the tokens that a server hands out with a form, and verifies them. A token is bound to a caller, a route and a time by its
 * signature (HMAC-SHA256), so that issuing one writes nothing. It is consumed by the idempotent run with its id as the
 * key: before the work, in one atomic step; the store keeps a record only of tokens that were used. Thread-safe.
 *
 * <pre>
 * token = base64url(content signature)      signature = HMAC(content, caller, route), 32 bytes
 * content = version: 1 byte  issued: 8 bytes, milliseconds  nonce: 16 bytes  id of the key: up to 16 bytes
 * </pre>
 */
public final class Tokens {

    private static final byte VERSION = 1;
    private static final int NONCE = 16;
    private static final int FIXED = 1 + Long.BYTES + NONCE;
    private static final int LONGEST_KEY_ID = 16;
    private static final int SIGNATURE = 32;

    /** By how much the clocks of servers may differ. */
    static final Duration SKEW = Duration.ofMinutes(1);

    private final TokenKeys keys;
    private final Duration validity;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();

    /**
     * Creates an issuer.
     *
     * @param keys the secrets, the same on all servers
     * @param validity how long a token can be used. The retention of idempotency records must be longer by a minute at least, or a
     *     used token could be used again
     * @param clock the servers' clocks should differ by less than a minute
     */
    public Tokens(TokenKeys keys, Duration validity, InstantSource clock) {
        if (validity.isNegative() || validity.isZero()) {
            throw new IllegalArgumentException("A token must be valid for some time: " + validity);
        }
        this.keys = keys;
        this.validity = validity;
        this.clock = clock;
    }

    /** Returns how long a token can be used. */
    public Duration validity() {
        return validity;
    }

    /**
     * Returns a new token. Nothing is stored.
     *
     * @param caller who may use it, as authenticated; {@link Caller#ANONYMOUS} for anybody who is not authenticated
     * @param route for which operation: the route's pattern, such as {@code POST /orders}
     */
    public String issue(Caller caller, String route) {
        byte[] nonce = new byte[NONCE];
        random.nextBytes(nonce);
        byte[] id = keys.currentId();
        byte[] content = ByteBuffer.allocate(FIXED + id.length)
                .put(VERSION)
                .putLong(clock.millis())
                .put(nonce)
                .put(id)
                .array();
        byte[] signature = keys.sign(id, content, caller, route).orElseThrow();
        return encode(ByteBuffer.allocate(content.length + SIGNATURE)
                .put(content)
                .put(signature)
                .array());
    }

    /** Verifies a token for a caller and a route. */
    public Verdict verify(String token, Caller caller, String route) {
        byte[] bytes;
        if (token.length() > 2 * (FIXED + LONGEST_KEY_ID + SIGNATURE)) {
            return new Invalid();
        }
        try {
            bytes = Base64.getUrlDecoder().decode(token);
        } catch (IllegalArgumentException e) {
            return new Invalid();
        }
        // Base64 has bits to spare at the end: only one spelling is the token.
        if (bytes.length <= FIXED + SIGNATURE
                || bytes[0] != VERSION
                || !encode(bytes).equals(token)) {
            return new Invalid();
        }
        int end = bytes.length - SIGNATURE;
        byte[] content = Arrays.copyOf(bytes, end);
        byte[] keyId = Arrays.copyOfRange(bytes, FIXED, end);
        return verify(content, keyId, Arrays.copyOfRange(bytes, end, bytes.length), caller, route);
    }

    private Verdict verify(byte[] content, byte[] keyId, byte[] signature, Caller caller, String route) {
        Optional<byte[]> expected = keys.sign(keyId, content, caller, route);
        if (expected.isEmpty() || !MessageDigest.isEqual(expected.get(), signature)) {
            return new Invalid();
        }
        ByteBuffer fields = ByteBuffer.wrap(content, 1, FIXED - 1);
        Instant issued = Instant.ofEpochMilli(fields.getLong());
        byte[] nonce = new byte[NONCE];
        fields.get(nonce);
        Instant now = clock.instant();
        if (issued.isAfter(now.plus(SKEW))) {
            return new Invalid();
        }
        return now.isBefore(issued.plus(validity))
                ? new Valid(encode(nonce), issued.plus(validity))
                : new Expired(encode(nonce));
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** What a token is worth. */
    public sealed interface Verdict {}

    /**
     * This server, or another with the same secrets, issued it for this caller and route.
     *
     * @param id the token's id, the key of the idempotent run
     * @param until when it expires
     */
    public record Valid(String id, Instant until) implements Verdict {}

    /**
     * It was issued for this caller and route too long ago. It may have been used.
     *
     * @param id the token's id
     */
    public record Expired(String id) implements Verdict {}

    /** It was not issued by this server, or for another caller or route, or its key was dropped. */
    public record Invalid() implements Verdict {}
}
