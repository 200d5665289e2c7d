package io.lockkeeper.file;

import io.lockkeeper.Holder;
import io.lockkeeper.file.CheckedText.DamagedException;
import io.lockkeeper.store.ClaimId;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** The text form of a record, as it stands in a data file, with the version of its format. */
final class RecordText {

    private static final String FORMAT = "1";
    private static final String HELD = "held";

    private RecordText() {}

    static byte[] write(LockRecord lock) {
        LockRecord.Tenure tenure = lock.tenure();
        Holder holder = tenure.holder();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("format", FORMAT);
        fields.put("name", lock.name());
        fields.put("state", lock.held() ? HELD : "free");
        fields.put("first", lock.first());
        fields.put("last", lock.last());
        fields.put("claim", tenure.claim());
        fields.put("since", tenure.since());
        fields.put("client", holder.client());
        fields.put("host", holder.host());
        fields.put("pid", holder.pid());
        fields.put("thread", holder.thread());
        fields.put("description", holder.description());
        fields.put("group", holder.processGroup());
        fields.put("leader", tenure.group().leaderStart());
        fields.put("realm", tenure.group().realm());
        return CheckedText.write(fields);
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws DamagedException if the text is anything else
     * @throws IllegalStateException if a newer release wrote it
     */
    static LockRecord read(byte[] bytes) throws DamagedException {
        Map<String, String> fields = CheckedText.read(bytes);
        String format = text(fields, "format");
        if (!format.equals(FORMAT)) {
            throw new IllegalStateException("A lock's record is of format " + format + ", written by a newer release"
                    + " of Lockkeeper; this one knows format " + FORMAT + ". Update this program.");
        }
        try {
            return lock(fields);
        } catch (RuntimeException malformed) {
            throw new DamagedException("A field of it cannot be read: " + malformed.getMessage());
        }
    }

    private static LockRecord lock(Map<String, String> fields) throws DamagedException {
        long group = number(fields, "group");
        Holder holder = new Holder(
                text(fields, "client"),
                text(fields, "host"),
                number(fields, "pid"),
                text(fields, "thread"),
                text(fields, "description"),
                group);
        LockRecord.Tenure tenure = new LockRecord.Tenure(
                ClaimId.parse(text(fields, "claim")),
                holder,
                Instant.parse(text(fields, "since")),
                new ProcessGroup(group, number(fields, "leader"), text(fields, "realm")));
        return new LockRecord(
                text(fields, "name"),
                text(fields, "state").equals(HELD),
                number(fields, "first"),
                number(fields, "last"),
                tenure);
    }

    private static String text(Map<String, String> fields, String key) throws DamagedException {
        String value = fields.get(key);
        if (value == null) {
            throw new DamagedException("It says nothing of '" + key + "'.");
        }
        return value;
    }

    private static long number(Map<String, String> fields, String key) throws DamagedException {
        long number = Long.parseLong(text(fields, key));
        if (number < 0 || number > Long.MAX_VALUE / 2) {
            throw new DamagedException("'" + key + "' is out of range.");
        }
        return number;
    }
}
