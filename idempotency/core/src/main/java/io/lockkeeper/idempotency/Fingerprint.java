package io.lockkeeper.idempotency;

import java.util.Base64;

/**
 * What a request asked for, in short: a repeat of a key with another fingerprint is refused as a mismatch.
 *
 * @param value up to {@value #MAX_LENGTH} characters of ASCII; begins with the version of how it was computed
 */
public record Fingerprint(String value) {

    /** The length of a fingerprint at most, in characters. */
    public static final int MAX_LENGTH = 100;

    private static final Fingerprint NONE = new Fingerprint("");

    /**
     * Checks the value.
     *
     * @throws IllegalArgumentException if it is too long or not printable ASCII
     */
    public Fingerprint {
        if (value.length() > MAX_LENGTH || !value.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalArgumentException(
                    "A fingerprint must have at most " + MAX_LENGTH + " characters of printable ASCII");
        }
    }

    /**
     * Returns the fingerprint of requests that are told apart by their key alone.
     *
     * @return the empty fingerprint, which matches itself only
     */
    public static Fingerprint none() {
        return NONE;
    }

    /**
     * Returns the fingerprint of a list of texts.
     *
     * @param parts what the request consists of, in a fixed order
     * @return {@code 1:} and a SHA-256 of the parts and their lengths
     */
    public static Fingerprint of(String... parts) {
        return of(Digests.sha256(parts));
    }

    /**
     * Returns the fingerprint of lists of bytes.
     *
     * @param parts what the request consists of, in a fixed order
     * @return {@code 1:} and a SHA-256 of the parts and their lengths
     */
    public static Fingerprint of(byte[]... parts) {
        return new Fingerprint("1:" + Base64.getUrlEncoder().withoutPadding().encodeToString(Digests.sha256(parts)));
    }

    @Override
    public String toString() {
        return value.isEmpty() ? "none" : value;
    }
}
