package io.lockkeeper.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * A text of lines {@code key=value}, the last one a checksum of all before.
 *
 * <p>What stands behind the checksum's line is the rest of a longer text that was overwritten, or padding to
 * a round size: nearly all texts are as long as the one before, so that overwriting one needs no room on a
 * full disk.
 */
final class CheckedText {

    private static final int ROUND = 512;
    private static final String CHECK = "check=";

    private CheckedText() {}

    /** A text that is torn, or somebody else's. */
    static final class DamagedException extends Exception {

        private static final long serialVersionUID = 1L;

        DamagedException(String message) {
            super(message);
        }
    }

    static byte[] write(Map<String, ?> fields) {
        StringBuilder text = new StringBuilder(ROUND);
        fields.forEach((key, value) -> text.append(key)
                .append('=')
                .append(value.toString().replace("\\", "\\\\").replace("\n", "\\n"))
                .append('\n'));
        byte[] body = text.toString().getBytes(UTF_8);
        byte[] end = (CHECK + checksum(body, body.length) + "\n").getBytes(UTF_8);
        int size = body.length + end.length;
        byte[] all = Arrays.copyOf(body, (size + ROUND - 1) / ROUND * ROUND);
        System.arraycopy(end, 0, all, body.length, end.length);
        Arrays.fill(all, size, all.length, (byte) '\n');
        return all;
    }

    /** Reads what {@link #write} wrote. */
    static Map<String, String> read(byte[] bytes) throws DamagedException {
        Map<String, String> fields = new LinkedHashMap<>();
        int start = 0;
        for (int at = 0; at < bytes.length; at++) {
            if (bytes[at] != '\n') {
                continue;
            }
            String line = new String(bytes, start, at - start, UTF_8);
            if (line.startsWith(CHECK)) {
                if (line.equals(CHECK + checksum(bytes, start))) {
                    return fields;
                }
                throw new DamagedException("Its checksum is wrong.");
            }
            int equals = line.indexOf('=');
            if (equals < 1) {
                throw new DamagedException("A line of it does not read key=value.");
            }
            fields.put(line.substring(0, equals), unescape(line.substring(equals + 1)));
            start = at + 1;
        }
        throw new DamagedException("Its end is missing.");
    }

    private static String unescape(String value) {
        if (value.indexOf('\\') < 0) {
            return value;
        }
        StringBuilder plain = new StringBuilder(value.length());
        for (int at = 0; at < value.length(); at++) {
            char next = value.charAt(at);
            if (next == '\\' && at + 1 < value.length()) {
                at++;
                next = value.charAt(at) == 'n' ? '\n' : value.charAt(at);
            }
            plain.append(next);
        }
        return plain.toString();
    }

    private static String checksum(byte[] bytes, int length) {
        CRC32 crc = new CRC32();
        crc.update(ByteBuffer.wrap(bytes, 0, length));
        return Long.toHexString(crc.getValue());
    }
}
