package io.lockkeeper.file;

import io.lockkeeper.Holder;
import io.lockkeeper.file.CheckedText.DamagedException;
import io.lockkeeper.file.LockRecord.Reading;
import io.lockkeeper.store.ClaimId;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The text form of a record, as it stands in a data file, with the version of its format.
 *
 * <p>It has room for several holdings of parts of a lock. This release writes and reads one, of the whole.
 */
final class RecordText {

    /** No number in a record is greater. */
    static final long GREATEST = Long.MAX_VALUE / 2;

    private static final String FORMAT = "2";
    private static final String HELD = "held";
    private static final String WHOLE = "1/1";

    private RecordText() {}

    static byte[] write(LockRecord lock) {
        LockRecord.Tenure tenure = lock.tenure();
        Holder holder = tenure.holder();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("format", FORMAT);
        fields.put("name", lock.name());
        fields.put("last", lock.last());
        fields.put("holdings", 1);
        fields.put("1.permits", WHOLE);
        fields.put("1.state", lock.held() ? HELD : "free");
        fields.put("1.first", lock.first());
        fields.put("1.claim", tenure.claim());
        fields.put("1.since", Moments.write(tenure.since()));
        fields.put("1.until", Moments.write(tenure.until()));
        fields.put("1.client", holder.client());
        fields.put("1.host", holder.host());
        fields.put("1.pid", holder.pid());
        fields.put("1.thread", holder.thread());
        fields.put("1.description", holder.description());
        fields.put("1.group", holder.processGroup());
        fields.put("1.leader", tenure.group().leaderStart());
        fields.put("1.realm", tenure.group().realm());
        fields.put("1.guarded", tenure.group().guarded());
        return CheckedText.write(fields);
    }

    /** Reads what {@link #write} wrote. */
    static Reading read(byte[] bytes) {
        Map<String, String> fields;
        try {
            fields = CheckedText.read(bytes);
        } catch (DamagedException damaged) {
            return new Reading.Damaged(String.valueOf(damaged.getMessage()));
        }
        String format = fields.getOrDefault("format", "none");
        if (!format.equals(FORMAT)) {
            return new Reading.Unknown("its record is of format " + format + "; this release knows format " + FORMAT);
        }
        try {
            if (!text(fields, "holdings").equals("1")
                    || !text(fields, "1.permits").equals(WHOLE)) {
                return new Reading.Unknown("it is held in parts, which this release does not know");
            }
            return new Reading.Known(lock(fields));
        } catch (RuntimeException malformed) {
            return new Reading.Unknown("a field of its record cannot be read: " + malformed.getMessage());
        }
    }

    private static LockRecord lock(Map<String, String> fields) {
        long group = number(fields, "1.group");
        Holder holder = new Holder(
                text(fields, "1.client"),
                text(fields, "1.host"),
                number(fields, "1.pid"),
                text(fields, "1.thread"),
                text(fields, "1.description"),
                group);
        LockRecord.Tenure tenure = new LockRecord.Tenure(
                ClaimId.parse(text(fields, "1.claim")),
                holder,
                Moments.read(text(fields, "1.since")),
                Moments.read(text(fields, "1.until")),
                new ProcessGroup(
                        group,
                        number(fields, "1.leader"),
                        text(fields, "1.realm"),
                        Boolean.parseBoolean(text(fields, "1.guarded"))));
        return new LockRecord(
                text(fields, "name"),
                text(fields, "1.state").equals(HELD),
                number(fields, "1.first"),
                number(fields, "last"),
                tenure);
    }

    private static String text(Map<String, String> fields, String key) {
        String value = fields.get(key);
        if (value == null) {
            throw new IllegalArgumentException("it says nothing of '" + key + "'");
        }
        return value;
    }

    private static long number(Map<String, String> fields, String key) {
        long number = Long.parseLong(text(fields, key));
        if (number < 0 || number > GREATEST) {
            throw new IllegalArgumentException("'" + key + "' is out of range");
        }
        return number;
    }
}
