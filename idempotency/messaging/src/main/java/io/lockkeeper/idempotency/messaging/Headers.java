package io.lockkeeper.idempotency.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/** Headers as bytes: how many there are, then names and values, each with its length before it. */
final class Headers {

    private Headers() {}

    static byte[] encode(Map<String, String> headers) {
        int size = Integer.BYTES;
        for (Map.Entry<String, String> header : headers.entrySet()) {
            size += 2 * Integer.BYTES
                    + header.getKey().getBytes(UTF_8).length
                    + header.getValue().getBytes(UTF_8).length;
        }
        ByteBuffer bytes = ByteBuffer.allocate(size).putInt(headers.size());
        headers.forEach((name, value) -> {
            put(bytes, name);
            put(bytes, value);
        });
        return bytes.array();
    }

    static Map<String, String> decode(byte[] encoded) {
        ByteBuffer bytes = ByteBuffer.wrap(encoded);
        Map<String, String> headers = new TreeMap<>();
        for (int left = bytes.getInt(); left > 0; left--) {
            headers.put(get(bytes), get(bytes));
        }
        return headers;
    }

    private static void put(ByteBuffer bytes, String text) {
        byte[] content = text.getBytes(UTF_8);
        bytes.putInt(content.length).put(content);
    }

    private static String get(ByteBuffer bytes) {
        byte[] content = new byte[bytes.getInt()];
        bytes.get(content);
        return new String(content, UTF_8);
    }
}
