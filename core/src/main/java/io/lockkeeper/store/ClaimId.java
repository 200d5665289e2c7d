package io.lockkeeper.store;

import org.jspecify.annotations.Nullable;

/**
 * The permanent id of a claim: the client's random id and a number that increases with each claim.
 *
 * @param client the client's id: letters, digits, {@code -} and {@code _} only
 * @param sequence 1 for the client's first claim
 */
public record ClaimId(String client, long sequence) {

    // Written out, since every lock compares ids: a record's own methods take 20 ms at their first use.

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ClaimId id && id.sequence == sequence && id.client.equals(client);
    }

    @Override
    public int hashCode() {
        return 31 * client.hashCode() + Long.hashCode(sequence);
    }

    /** Returns the text that stores write: {@code client:sequence}. */
    @Override
    public String toString() {
        return client + ":" + sequence;
    }

    /**
     * Parses the text that {@link #toString()} returned.
     *
     * @param text {@code client:sequence}
     * @return the id
     * @throws IllegalArgumentException if the text has another format
     */
    public static ClaimId parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException("A claim's id reads client:sequence; this one: " + text);
        }
        return new ClaimId(text.substring(0, colon), Long.parseLong(text.substring(colon + 1)));
    }
}
