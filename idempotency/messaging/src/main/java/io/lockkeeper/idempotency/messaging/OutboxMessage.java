package io.lockkeeper.idempotency.messaging;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A message to be sent. Immutable. */
public final class OutboxMessage {

    /** The length of id, destination and key at most, in characters. */
    public static final int MAX_LENGTH = 255;

    private final String id;
    private final String destination;
    private final Optional<String> key;
    private final Map<String, String> headers;
    private final byte[] payload;

    private OutboxMessage(
            String id, String destination, Optional<String> key, Map<String, String> headers, byte[] payload) {
        check("id", id);
        check("destination", destination);
        key.ifPresent(text -> check("key", text));
        if (id.isEmpty()) {
            throw new IllegalArgumentException("The id of a message must not be empty");
        }
        this.id = id;
        this.destination = destination;
        this.key = key;
        this.headers = headers;
        this.payload = payload;
    }

    /**
     * Returns a message without key and headers.
     *
     * @param id which its receivers know repeats by: {@code attempt.downstreamKey("step")} in the handler of an inbox, which is the same
     *     in each attempt; one for each message
     * @param destination the topic of Kafka, exchange of RabbitMQ or queue of JMS
     * @param payload as it is sent
     * @throws IllegalArgumentException if the id is empty, or a text too long
     */
    public static OutboxMessage of(String id, String destination, byte[] payload) {
        return new OutboxMessage(id, destination, Optional.empty(), Map.of(), payload.clone());
    }

    /**
     * Returns this message with a key: messages of a destination and key are sent in the order in which they were written.
     *
     * @param newKey the key of Kafka, routing key of RabbitMQ, group of JMS
     */
    public OutboxMessage withKey(String newKey) {
        return new OutboxMessage(id, destination, Optional.of(newKey), headers, payload);
    }

    /** Returns this message with one more header. */
    public OutboxMessage withHeader(String name, String value) {
        Map<String, String> more = new TreeMap<>(headers);
        more.put(name, value);
        return new OutboxMessage(id, destination, key, Collections.unmodifiableMap(more), payload);
    }

    /** Returns the id. */
    public String id() {
        return id;
    }

    /** Returns the topic, exchange or queue. */
    public String destination() {
        return destination;
    }

    /** Returns the key, if there is one. */
    public Optional<String> key() {
        return key;
    }

    /** Returns the headers, sorted by name. */
    public Map<String, String> headers() {
        return headers;
    }

    /** Returns a copy of the payload. */
    public byte[] payload() {
        return payload.clone();
    }

    private static void check(String what, String text) {
        if (text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "The " + what + " of a message has at most " + MAX_LENGTH + " characters, not " + text.length());
        }
    }

    /** Returns the id and the destination, not the payload. */
    @Override
    public String toString() {
        return "message " + id + " to " + destination;
    }
}
