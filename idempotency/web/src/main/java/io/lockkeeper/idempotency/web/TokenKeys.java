package io.lockkeeper.idempotency.web;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.GeneralSecurityException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secrets that tokens are signed with. The current one signs; the others still verify. To rotate without refusing
 * anybody: add the new one everywhere as accepted, make it the current one, and drop the old one when its last token has expired. Immutable.
 */
public final class TokenKeys {

    /** The least that RFC 2104 advises for SHA-256. */
    private static final int SHORTEST = 32;

    private static final String ALGORITHM = "HmacSHA256";
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,16}");

    private final String current;
    private final Map<String, SecretKey> keys;

    private TokenKeys(String current, Map<String, SecretKey> keys) {
        this.current = current;
        this.keys = keys;
    }

    /**
     * Returns keys with a single one, which signs.
     *
     * @param id its name, which stands in the tokens: up to 16 letters, digits, hyphens and underscores
     * @param secret at least 32 random bytes
     */
    public static TokenKeys of(String id, byte[] secret) {
        return new TokenKeys(id, Map.of()).accepting(id, secret);
    }

    /** Returns these keys and another, whose tokens are accepted. */
    public TokenKeys accepting(String id, byte[] secret) {
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException(
                    "A key's id has 1 to 16 letters, digits, hyphens and underscores: " + id);
        }
        if (secret.length < SHORTEST) {
            throw new IllegalArgumentException("A secret has at least " + SHORTEST + " bytes, not " + secret.length);
        }
        Map<String, SecretKey> more = new LinkedHashMap<>(keys);
        if (more.put(id, new SecretKeySpec(secret, ALGORITHM)) != null) {
            throw new IllegalArgumentException("Two secrets have the id " + id);
        }
        return new TokenKeys(current, more);
    }

    byte[] currentId() {
        return current.getBytes(US_ASCII);
    }

    /** Returns the signature by a key; empty if there is no such key. */
    Optional<byte[]> sign(byte[] id, byte[] content, Caller caller, String route) {
        SecretKey key = keys.get(new String(id, US_ASCII));
        if (key == null) {
            return Optional.empty();
        }
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            LengthPrefixed.write(content, mac::update);
            LengthPrefixed.write(caller.tenant().orElse(null), mac::update);
            LengthPrefixed.write(caller.name().orElse(null), mac::update);
            LengthPrefixed.write(route, mac::update);
            return Optional.of(mac.doFinal());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Each Java has " + ALGORITHM, e);
        }
    }
}
