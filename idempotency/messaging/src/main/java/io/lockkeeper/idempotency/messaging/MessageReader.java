package io.lockkeeper.idempotency.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.idempotency.Fingerprint;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads what an inbox has to know from messages of a broker. Immutable.
 *
 * @param <M> the broker's type of messages
 */
public final class MessageReader<M> {

    /** The header of an explicit redelivery: its number, from 1. See {@link ReplayPolicy}. */
    public static final String REPLAY_HEADER = "lockkeeper-replay";

    private final String place;
    private final Function<M, Optional<String>> id;
    private final Function<M, Optional<String>> replay;
    private final Function<M, byte[]> payload;
    private final boolean fingerprints;
    private final boolean namesByPayload;

    private MessageReader(
            String place,
            Function<M, Optional<String>> id,
            Function<M, Optional<String>> replay,
            Function<M, byte[]> payload,
            boolean fingerprints,
            boolean namesByPayload) {
        this.place = place;
        this.id = id;
        this.replay = replay;
        this.payload = payload;
        this.fingerprints = fingerprints;
        this.namesByPayload = namesByPayload;
    }

    /**
     * Returns a reader. It refuses messages without an id, and ignores payloads.
     *
     * @param place where the id is, such as {@code the header 'message-id'}
     * @param id reads the producer's id
     * @param replay reads the header {@value #REPLAY_HEADER}
     * @param payload reads the payload
     */
    public static <M> MessageReader<M> of(
            String place,
            Function<M, Optional<String>> id,
            Function<M, Optional<String>> replay,
            Function<M, byte[]> payload) {
        return new MessageReader<>(place, id, replay, payload, false, false);
    }

    /** Returns a reader that has another payload under the same id be a mismatch. */
    public MessageReader<M> withFingerprints() {
        return new MessageReader<>(place, id, replay, payload, true, namesByPayload);
    }

    /** Returns a reader that names messages without an id by their payload: equal payloads are then the same message. */
    public MessageReader<M> namingByPayload() {
        return new MessageReader<>(place, id, replay, payload, fingerprints, true);
    }

    /**
     * Reads a message.
     *
     * @throws MissingMessageIdException if it has no id, and is not to be named by its payload
     */
    public InboxMessage read(M message) {
        String name = id.apply(message).filter(text -> !text.isEmpty()).orElseGet(() -> nameByPayload(message));
        InboxMessage read = InboxMessage.of(name)
                .withReplay(replay.apply(message).map(MessageReader::number).orElse(0));
        return fingerprints ? read.withPayload(payload.apply(message)) : read;
    }

    private String nameByPayload(M message) {
        if (!namesByPayload) {
            throw new MissingMessageIdException(
                    "The message has no id: " + place + " is missing or empty. A repeat could not be told"
                            + " from another message, so it is not handled. Have the producer set it, read another header, or name messages"
                            + " by their payload.");
        }
        return "payload:" + Fingerprint.of(payload.apply(message)).value();
    }

    /**
     * Returns the bytes of a header as text: as they are if they are UTF-8, else a hash of them. Other bytes are another text.
     *
     * @param header the bytes; they may be a number or a binary UUID
     */
    public static String text(byte[] header) {
        try {
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(header)).toString();
        } catch (CharacterCodingException binary) {
            return "bytes:" + Fingerprint.of(header).value();
        }
    }

    /** What is no number is no replay: the message is then deduplicated as any other. */
    private static int number(String text) {
        return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : 0;
    }
}
