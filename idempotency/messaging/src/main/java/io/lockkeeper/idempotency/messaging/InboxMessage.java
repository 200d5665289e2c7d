package io.lockkeeper.idempotency.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.PlainText;
import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.IdempotencyKey;

/**
 * What an inbox has to know of a message.
 *
 * @param id the producer's id of the message, the same in every delivery: not an offset nor a delivery tag, which belong to one
 *     delivery. An id that is longer than 255 bytes or has invisible characters is hashed.
 * @param fingerprint what is in the message; {@link Fingerprint#none()} if equal ids are taken for equal messages
 * @param replay 0, or the number of the explicit redelivery: see {@link ReplayPolicy}
 */
public record InboxMessage(String id, Fingerprint fingerprint, int replay) {

    /**
     * Checks the parts, and hashes an id that is too long.
     *
     * @throws IllegalArgumentException if the id is empty or the replay negative
     */
    public InboxMessage {
        if (id.isEmpty()) {
            throw new IllegalArgumentException("The id of a message must not be empty");
        }
        if (replay < 0) {
            throw new IllegalArgumentException("The number of a replay must not be negative: " + replay);
        }
        if (id.getBytes(UTF_8).length > IdempotencyKey.MAX_BYTES
                || !id.codePoints().allMatch(PlainText::isPlain)) {
            id = "sha256:" + Fingerprint.of(id).value();
        }
    }

    /** Returns a message that is known by its id alone. */
    public static InboxMessage of(String id) {
        return new InboxMessage(id, Fingerprint.none(), 0);
    }

    /** Returns this message with a fingerprint of its payload: another payload under the same id is a mismatch. */
    public InboxMessage withPayload(byte[] payload) {
        return new InboxMessage(id, Fingerprint.of(payload), replay);
    }

    /** Returns this message as an explicit redelivery, the first of which has number 1. */
    public InboxMessage withReplay(int number) {
        return new InboxMessage(id, fingerprint, number);
    }
}
