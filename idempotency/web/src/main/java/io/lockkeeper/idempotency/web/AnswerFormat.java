package io.lockkeeper.idempotency.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * A stored answer as bytes:
 *
 * <pre>
 * 'L' 'A'  version: 1 byte  kind: 1 byte  status: 2 bytes
 * headers: 2 bytes, then for each value  name: length in 4 bytes, UTF-8  value: length in 4 bytes, UTF-8
 * body: length in 4 bytes, bytes (none in a tombstone, the message in an error page)
 * CRC-32C of everything before: 4 bytes
 * </pre>
 */
final class AnswerFormat {

    static final byte VERSION = 1;

    private static final byte[] MAGIC = {'L', 'A'};
    private static final byte COMPLETE = 1;
    private static final byte TOMBSTONE = 2;
    private static final byte ERROR_PAGE = 3;

    /** Magic, version, kind, status, number of headers, length of the body, checksum. */
    private static final int FIXED = 16;

    private AnswerFormat() {}

    static byte[] encode(StoredAnswer answer) {
        List<byte[]> headers = new ArrayList<>();
        answer.headers()
                .forEach((name, values) -> values.forEach(value -> {
                    headers.add(name.getBytes(UTF_8));
                    headers.add(value.getBytes(UTF_8));
                }));
        byte[] body = body(answer);
        int length = FIXED + body.length;
        for (byte[] text : headers) {
            length = Math.addExact(length, Integer.BYTES + text.length);
        }
        ByteBuffer target = ByteBuffer.allocate(length).put(MAGIC).put(VERSION).put(kind(answer));
        target.putShort((short) answer.status()).putShort((short) (headers.size() / 2));
        headers.forEach(text -> target.putInt(text.length).put(text));
        target.putInt(body.length).put(body);
        return target.putInt(checksum(target.array())).array();
    }

    private static byte kind(StoredAnswer answer) {
        if (answer instanceof StoredAnswer.Complete) {
            return COMPLETE;
        }
        return answer instanceof StoredAnswer.Tombstone ? TOMBSTONE : ERROR_PAGE;
    }

    private static byte[] body(StoredAnswer answer) {
        if (answer instanceof StoredAnswer.Complete complete) {
            return complete.body();
        }
        return answer instanceof StoredAnswer.ErrorPage page ? page.message().getBytes(UTF_8) : new byte[0];
    }

    /**
     * Reads an answer.
     *
     * @throws UnreadableAnswerException if these bytes are not an answer in this format: nobody knows what was answered, so nothing is
     */
    static StoredAnswer decode(byte[] stored) {
        if (stored.length < FIXED || stored[0] != MAGIC[0] || stored[1] != MAGIC[1]) {
            throw new UnreadableAnswerException("it is not one of this format");
        }
        if (stored[2] != VERSION) {
            throw new UnreadableAnswerException("it has version " + stored[2] + ", and this is " + VERSION);
        }
        ByteBuffer source = ByteBuffer.wrap(stored);
        if (source.getInt(stored.length - Integer.BYTES) != checksum(stored)) {
            throw new UnreadableAnswerException("its checksum is wrong");
        }
        try {
            return decode(source.position(MAGIC.length + 1).limit(stored.length - Integer.BYTES));
        } catch (BufferUnderflowException | NegativeArraySizeException e) {
            throw new UnreadableAnswerException("it is cut off");
        }
    }

    private static StoredAnswer decode(ByteBuffer source) {
        byte kind = source.get();
        int status = source.getShort();
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (int left = Short.toUnsignedInt(source.getShort()); left > 0; left--) {
            headers.computeIfAbsent(new String(bytes(source), UTF_8), name -> new ArrayList<>())
                    .add(new String(bytes(source), UTF_8));
        }
        byte[] body = bytes(source);
        return switch (kind) {
            case COMPLETE -> new StoredAnswer.Complete(status, headers, body);
            case TOMBSTONE -> new StoredAnswer.Tombstone(status, headers);
            case ERROR_PAGE -> new StoredAnswer.ErrorPage(status, headers, new String(body, UTF_8));
            default -> throw new UnreadableAnswerException("its kind is unknown: " + kind);
        };
    }

    private static byte[] bytes(ByteBuffer source) {
        int length = source.getInt();
        if (length > source.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[length];
        source.get(bytes);
        return bytes;
    }

    private static int checksum(byte[] bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, bytes.length - Integer.BYTES);
        return (int) checksum.getValue();
    }
}
