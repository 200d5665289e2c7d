package io.lockkeeper.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.Holder;
import io.lockkeeper.store.ClaimId;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * The text form of a record: a line {@code key=value} for each field, the last one a checksum of all before.
 *
 * <p>What stands behind the checksum's line is the rest of a longer record that was overwritten, or padding
 * to a round size: in nearly all cases a record is as long as the one before, so that letting go needs no
 * room on a full disk.
 */
final class RecordText {

    private static final String FORMAT = "1";
    private static final int ROUND = 512;
    private static final String CHECK = "check=";

    private RecordText() {}

    /** A text that is no record: torn by a crash of the machine, or somebody else's. */
    static final class DamagedException extends Exception {

        private static final long serialVersionUID = 1L;

        DamagedException(String message) {
            super(message);
        }
    }

    static byte[] write(LockRecord lock) {
        StringBuilder text = new StringBuilder(ROUND);
        LockRecord.Tenure tenure = lock.tenure();
        Holder holder = tenure.holder();
        line(text, "format", FORMAT);
        line(text, "name", lock.name());
        line(text, "state", lock.held() ? "held" : "free");
        line(text, "first", lock.first());
        line(text, "last", lock.last());
        line(text, "claim", tenure.claim());
        line(text, "since", tenure.since());
        line(text, "client", holder.client());
        line(text, "host", holder.host());
        line(text, "pid", holder.pid());
        line(text, "thread", holder.thread());
        line(text, "description", holder.description());
        line(text, "group", holder.processGroup());
        line(text, "leader", tenure.group().leaderStart());
        line(text, "realm", tenure.group().realm());
        byte[] body = text.toString().getBytes(UTF_8);
        byte[] end = (CHECK + checksum(body, body.length) + "\n").getBytes(UTF_8);
        int size = body.length + end.length;
        byte[] all = Arrays.copyOf(body, (size + ROUND - 1) / ROUND * ROUND);
        System.arraycopy(end, 0, all, body.length, end.length);
        Arrays.fill(all, size, all.length, (byte) '\n');
        return all;
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws DamagedException if the text is anything else
     * @throws IllegalStateException if a newer release wrote it
     */
    static LockRecord read(byte[] bytes) throws DamagedException {
        Map<String, String> fields = fields(bytes);
        String format = field(fields, "format");
        if (!format.equals(FORMAT)) {
            throw new IllegalStateException("The record is of format " + format + ", written by a newer release of"
                    + " Lockkeeper; this one knows format " + FORMAT + ". Update this program.");
        }
        try {
            long group = number(fields, "group");
            Holder holder = new Holder(
                    field(fields, "client"),
                    field(fields, "host"),
                    number(fields, "pid"),
                    field(fields, "thread"),
                    field(fields, "description"),
                    group);
            LockRecord.Tenure tenure = new LockRecord.Tenure(
                    ClaimId.parse(field(fields, "claim")),
                    holder,
                    Instant.parse(field(fields, "since")),
                    new ProcessGroup(group, number(fields, "leader"), field(fields, "realm")));
            boolean held = field(fields, "state").equals("held");
            return new LockRecord(field(fields, "name"), held, number(fields, "first"), number(fields, "last"), tenure);
        } catch (RuntimeException malformed) {
            throw new DamagedException("It has a field that cannot be read: " + malformed.getMessage());
        }
    }

    private static Map<String, String> fields(byte[] bytes) throws DamagedException {
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

    private static String field(Map<String, String> fields, String key) throws DamagedException {
        String value = fields.get(key);
        if (value == null) {
            throw new DamagedException("It says nothing of '" + key + "'.");
        }
        return value;
    }

    private static long number(Map<String, String> fields, String key) throws DamagedException {
        long number = Long.parseLong(field(fields, key));
        if (number < 0 || number > Long.MAX_VALUE / 2) {
            throw new DamagedException("'" + key + "' is out of range.");
        }
        return number;
    }

    private static void line(StringBuilder text, String key, Object value) {
        String escaped = value.toString().replace("\\", "\\\\").replace("\n", "\\n");
        text.append(key).append('=').append(escaped).append('\n');
    }

    private static String unescape(String value) {
        if (value.indexOf('\\') < 0) {
            return value;
        }
        StringBuilder plain = new StringBuilder(value.length());
        for (int at = 0; at < value.length(); at++) {
            char next = value.charAt(at);
            if (next == '\\' && at + 1 < value.length()) {
                char escaped = value.charAt(++at);
                next = escaped == 'n' ? '\n' : escaped;
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
