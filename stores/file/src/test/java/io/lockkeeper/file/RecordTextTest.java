package io.lockkeeper.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Holder;
import io.lockkeeper.file.LockRecord.Reading.Damaged;
import io.lockkeeper.file.LockRecord.Reading.Known;
import io.lockkeeper.file.LockRecord.Reading.Unknown;
import io.lockkeeper.store.ClaimId;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Records are read as they were written, or not at all. */
class RecordTextTest {

    private static final LockRecord ODD = record("a\\b=c\nd\\n", "check=1 = \\ 锁");

    @Test
    void everyFieldComesBack() throws Exception {
        assertThat(RecordText.read(RecordText.write(ODD))).isEqualTo(new Known(ODD));
        assertThat(RecordText.read(RecordText.write(ODD.released()))).isEqualTo(new Known(ODD.released()));
    }

    @Test
    void aRecordIsTextThatPeopleCanRead() {
        assertThat(new String(RecordText.write(record("orders", "nightly")), UTF_8))
                .contains("format=2\nname=orders\n", "\n1.permits=1/1\n1.state=held\n", "\n1.description=nightly\n");
    }

    @Test
    void everyTornRecordIsFoundOut() {
        byte[] whole = RecordText.write(ODD);
        int end = new String(whole, UTF_8).stripTrailing().getBytes(UTF_8).length;
        for (int length = 0; length <= end; length++) {
            byte[] torn = Arrays.copyOf(whole, length);
            assertThat(RecordText.read(torn)).as("the first %d bytes", length).isInstanceOf(Damaged.class);
        }
    }

    @Test
    void everyChangedByteIsFoundOut() {
        byte[] whole = RecordText.write(ODD);
        int end = new String(whole, UTF_8).stripTrailing().getBytes(UTF_8).length;
        for (int at = 0; at < end; at++) {
            byte[] changed = whole.clone();
            changed[at] ^= 1;
            assertThat(RecordText.read(changed)).as("byte %d changed", at).isInstanceOf(Damaged.class);
        }
    }

    @Test
    void theRestOfALongerRecordDoesNoHarm() throws Exception {
        byte[] longer = RecordText.write(record("orders", "x".repeat(190)));
        byte[] shorter = RecordText.write(record("orders", ""));
        assertThat(longer.length).isGreaterThanOrEqualTo(shorter.length);
        System.arraycopy(shorter, 0, longer, 0, shorter.length);
        assertThat(RecordText.read(longer)).isEqualTo(new Known(record("orders", "")));
    }

    @Test
    void lettingGoNeedsNoRoom() {
        assertThat(RecordText.write(ODD.released())).hasSameSizeAs(RecordText.write(ODD));
    }

    @Test
    void whatALaterReleaseWroteIsToldFromDamage() throws Exception {
        byte[] newer = CheckedText.write(Map.of("format", "3", "anything", "else"));
        assertThat(RecordText.read(newer))
                .isInstanceOfSatisfying(
                        Unknown.class, unknown -> assertThat(unknown.why()).contains("format 3"));
        for (String other : new String[] {"holdings=2", "1.permits=1/5", "1.permits=5/5"}) {
            assertThat(RecordText.read(changed(other))).as(other).isInstanceOf(Unknown.class);
        }
    }

    @Test
    void fieldsThatCannotBeAreNotGuessed() throws Exception {
        for (String broken :
                new String[] {"1.first=-1", "last=9223372036854775807", "1.pid=x", "1.claim=x", "1.since=now"}) {
            assertThat(RecordText.read(changed(broken))).as(broken).isInstanceOf(Unknown.class);
        }
    }

    /** A whole record with a field that differs. */
    private static byte[] changed(String field) throws CheckedText.DamagedException {
        Map<String, String> fields = CheckedText.read(RecordText.write(record("orders", "")));
        String[] parts = field.split("=", -1);
        assertThat(fields.put(parts[0], parts[1])).isNotNull();
        return CheckedText.write(fields);
    }

    private static LockRecord record(String name, String description) {
        LockRecord.Tenure tenure = new LockRecord.Tenure(
                new ClaimId("client-1", 7),
                new Holder("client-1", "web-1", 4711, "main", description, 0),
                Instant.parse("2026-01-02T03:04:05.678901Z"),
                Instant.EPOCH,
                new ProcessGroup(0, 0, "", false));
        return new LockRecord(name, true, 100, 115, tenure);
    }
}
