package io.lockkeeper;

/**
 * Identifies a lease in its store. With the id, another client can release or extend the lease, for example one that
 * handles a later request in another process. Treat the id as a secret: everyone who knows it can end the lease.
 *
 * @param name the lock's name
 * @param client the random id of the client that acquired it
 * @param sequence the sequence number of that client's claim
 * @param firstToken the first fencing token of the grant
 * @param lastToken the last fencing token of the grant
 */
public record LeaseId(String name, String client, long sequence, long firstToken, long lastToken) {

    /** Returns the id as {@link #parse} reads it: {@code client:sequence:firstToken:lastToken:name}. */
    @Override
    public String toString() {
        return client + ":" + sequence + ":" + firstToken + ":" + lastToken + ":" + name;
    }

    /**
     * Parses the text that {@link #toString()} returned.
     *
     * @param text {@code client:sequence:firstToken:lastToken:name}
     * @return the id
     * @throws IllegalArgumentException if the text has another format
     */
    public static LeaseId parse(String text) {
        String[] part = text.split(":", 5);
        if (part.length < 5 || !part[0].matches("[\\w-]+")) {
            throw malformed();
        }
        try {
            return new LeaseId(
                    part[4], part[0], Long.parseLong(part[1]), Long.parseLong(part[2]), Long.parseLong(part[3]));
        } catch (NumberFormatException notANumber) {
            throw malformed();
        }
    }

    private static IllegalArgumentException malformed() {
        return new IllegalArgumentException(
                "A lease id must have the form client:sequence:firstToken:lastToken:name, as Lease.id() returns it.");
    }
}
