package io.lockkeeper.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Holder;
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
        assertThat(RecordText.read(RecordText.write(ODD))).isEqualTo(ODD);
        assertThat(RecordText.read(RecordText.write(ODD.released()))).isEqualTo(ODD.released());
    }

    @Test
    void aRecordIsTextThatPeopleCanRead() {
        assertThat(new String(RecordText.write(record("orders", "nightly")), UTF_8))
                .contains("format=1\nname=orders\nstate=held\n", "\nhost=web-1\npid=4711\n", "\ndescription=nightly\n");
    }

    @Test
    void everyTornRecordIsFoundOut() {
        byte[] whole = RecordText.write(ODD);
        int end = new String(whole, UTF_8).stripTrailing().getBytes(UTF_8).length;
        for (int length = 0; length <= end; length++) {
            byte[] torn = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> RecordText.read(torn))
                    .as("the first %d bytes", length)
                    .isInstanceOf(CheckedText.DamagedException.class);
        }
    }

    @Test
    void everyChangedByteIsFoundOut() {
        byte[] whole = RecordText.write(ODD);
        int end = new String(whole, UTF_8).stripTrailing().getBytes(UTF_8).length;
        for (int at = 0; at < end; at++) {
            byte[] changed = whole.clone();
            changed[at] ^= 1;
            assertThatThrownBy(() -> RecordText.read(changed))
                    .as("byte %d changed", at)
                    .isInstanceOf(CheckedText.DamagedException.class);
        }
    }

    @Test
    void theRestOfALongerRecordDoesNoHarm() throws Exception {
        byte[] longer = RecordText.write(record("orders", "x".repeat(190)));
        byte[] shorter = RecordText.write(record("orders", ""));
        assertThat(longer.length).isGreaterThanOrEqualTo(shorter.length);
        System.arraycopy(shorter, 0, longer, 0, shorter.length);
        assertThat(RecordText.read(longer)).isEqualTo(record("orders", ""));
    }

    @Test
    void lettingGoNeedsNoRoom() {
        assertThat(RecordText.write(ODD.released())).hasSameSizeAs(RecordText.write(ODD));
    }

    @Test
    void aNewerFormatIsRefusedWithASentence() {
        byte[] newer = CheckedText.write(Map.of("format", "2", "anything", "else"));
        assertThatThrownBy(() -> RecordText.read(newer))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("newer release");
    }

    @Test
    void fieldsThatCannotBeAreRefused() {
        for (String broken : new String[] {"first=-1", "last=9223372036854775807", "pid=x", "claim=x", "since=now"}) {
            String key = broken.substring(0, broken.indexOf('='));
            String text = new String(RecordText.write(record("orders", "")), UTF_8);
            String body = text.substring(0, text.indexOf("check=")).replaceFirst("(?m)^" + key + "=.*$", broken);
            byte[] forged = body.getBytes(UTF_8);
            java.util.zip.CRC32 crc = new java.util.zip.CRC32();
            crc.update(forged);
            byte[] whole = (body + "check=" + Long.toHexString(crc.getValue()) + "\n").getBytes(UTF_8);
            assertThatThrownBy(() -> RecordText.read(whole))
                    .as(broken)
                    .isInstanceOf(CheckedText.DamagedException.class);
        }
    }

    private static LockRecord record(String name, String description) {
        LockRecord.Tenure tenure = new LockRecord.Tenure(
                new ClaimId("client-1", 7),
                new Holder("client-1", "web-1", 4711, "main", description, 0),
                Instant.parse("2026-01-02T03:04:05.678901Z"),
                new ProcessGroup(0, 0, ""));
        return new LockRecord(name, true, 100, 115, tenure);
    }
}
