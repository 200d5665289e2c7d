package io.lockkeeper.idempotency.store;

import io.lockkeeper.idempotency.EncodedValue;
import io.lockkeeper.idempotency.StoredFailure;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The bytes of a stored outcome: the version of this format, what it is, and its parts, each with its length before it.
 *
 * <p>Whatever is not understood is refused with an {@link UnreadableOutcomeException}, also bytes behind the end.
 */
public final class OutcomeFormat {

    private static final byte VERSION = 1;
    private static final byte VALUE = 'v';
    private static final byte FAILURE = 'f';
    private static final byte EXPIRED = 'x';
    private static final byte GONE = 'g';

    private OutcomeFormat() {}

    /** What is stored. */
    public sealed interface Stored {

        /**
         * A value.
         *
         * @param value the value, encoded
         */
        record Value(EncodedValue value) implements Stored {}

        /**
         * A failure.
         *
         * @param failure the failure
         */
        record Failure(StoredFailure failure) implements Stored {}

        /** An attempt that did not finish within its lease; the key was closed. */
        record Expired() implements Stored {}

        /** Done, and the value was not stored, or was erased. */
        record Gone() implements Stored {}
    }

    /**
     * Encodes an outcome.
     *
     * @param stored the outcome
     * @return the bytes
     */
    public static byte[] encode(Stored stored) {
        if (stored instanceof Stored.Value value) {
            return parts(
                    VALUE,
                    value.value().type().getBytes(StandardCharsets.UTF_8),
                    value.value().content());
        }
        if (stored instanceof Stored.Failure failure) {
            return parts(
                    FAILURE,
                    failure.failure().type().getBytes(StandardCharsets.UTF_8),
                    failure.failure().message().getBytes(StandardCharsets.UTF_8));
        }
        return parts(stored instanceof Stored.Expired ? EXPIRED : GONE);
    }

    /**
     * Decodes an outcome.
     *
     * @param bytes the bytes
     * @return the outcome
     * @throws UnreadableOutcomeException if the bytes are not understood
     */
    public static Stored decode(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        try {
            byte version = buffer.get();
            if (version != VERSION) {
                throw new UnreadableOutcomeException(
                        "The stored outcome has format " + version + ", this release reads " + VERSION, null);
            }
            byte kind = buffer.get();
            Stored stored = switch (kind) {
                case VALUE -> new Stored.Value(new EncodedValue(text(buffer), part(buffer)));
                case FAILURE -> new Stored.Failure(new StoredFailure(text(buffer), text(buffer)));
                case EXPIRED -> new Stored.Expired();
                case GONE -> new Stored.Gone();
                default ->
                    throw new UnreadableOutcomeException("The stored outcome is of the unknown kind " + kind, null);
            };
            if (buffer.hasRemaining()) {
                throw new UnreadableOutcomeException("The stored outcome has bytes behind its end", null);
            }
            return stored;
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw new UnreadableOutcomeException("The stored outcome is damaged", e);
        }
    }

    private static byte[] parts(byte kind, byte[]... parts) {
        int length = 2;
        for (byte[] part : parts) {
            length = Math.addExact(length, Math.addExact(Integer.BYTES, part.length));
        }
        ByteBuffer buffer = ByteBuffer.allocate(length).put(VERSION).put(kind);
        for (byte[] part : parts) {
            buffer.putInt(part.length).put(part);
        }
        return buffer.array();
    }

    private static String text(ByteBuffer buffer) {
        return new String(part(buffer), StandardCharsets.UTF_8);
    }

    private static byte[] part(ByteBuffer buffer) {
        int length = buffer.getInt();
        if (length < 0 || length > buffer.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] part = new byte[length];
        buffer.get(part);
        return part;
    }
}
