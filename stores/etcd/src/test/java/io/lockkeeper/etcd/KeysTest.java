package io.lockkeeper.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KeyValue;
import io.lockkeeper.Holder;
import io.lockkeeper.store.ClaimId;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Names of keys, and other texts that must come back as they were. */
class KeysTest {

    private static final List<String> NAMES =
            List.of("a", "a/", "a/b", "a0", "/", "//", "%", "%2F", "%252F", "a%/b", "锁", "🔒", "\uffff", " ", "0");
    private static final String CLIENT = "client-1";
    private static final ClaimId CLAIM = new ClaimId(CLIENT, 7);

    private final Keys keys = Keys.under("team/");

    @Test
    void everyNameAndClientComesBackFromItsKey() {
        for (String name : NAMES) {
            ByteString key = keys.place(name, CLIENT, 3);
            assertThat(keys.lock(key)).isEqualTo(name);
            assertThat(Keys.client(key)).isEqualTo(CLIENT);
        }
    }

    @Test
    void theKeysOfALockAreARangeToThemselves() {
        for (String name : NAMES) {
            for (String other : NAMES) {
                assertThat(isWithin(keys.place(other, CLIENT, 3), keys.line(name), keys.lineEnd(name)))
                        .as("a place in the line of '%s' within that of '%s'", other, name)
                        .isEqualTo(name.equals(other));
                ByteString from = keys.from(name);
                assertThat(isWithin(keys.place(other, CLIENT, 3), from, Keys.behindAll(from)))
                        .as("'%s' among the locks that begin with '%s'", other, name)
                        .isEqualTo(other.startsWith(name));
            }
        }
        ByteString all = keys.from("");
        assertThat(isWithin(keys.withdrawal("a", CLAIM), all, Keys.behindAll(all)))
                .isFalse();
    }

    @Test
    void keysSayWhatTheyAre() {
        assertThat(keys.place("a/b", CLIENT, 3).toStringUtf8()).isEqualTo("team/lk1/l/a%2Fb/client-1:3");
        assertThat(keys.withdrawal("a", CLAIM).toStringUtf8()).isEqualTo("team/lk1/w/a/client-1:7");
    }

    @Test
    void holdersComeBackAsTheyWere() {
        Holder holder = new Holder("client-1", "web-1", 4711, "main", "nightly: \"report\" | 锁", 12);
        assertThat(Holders.of(place(Holders.encode(7, holder)))).isEqualTo(holder);
        Holder nobody = new Holder("client-1", "", 0, "", "", 0);
        assertThat(Holders.of(place(Holders.encode(7, nobody)))).isEqualTo(nobody);
        assertThat(Holders.of(place(ByteString.copyFromUtf8("something else")))).isNull();
        assertThat(Holders.of(place(ByteString.copyFromUtf8("7\n1\n2\n3\nfour\n5"))))
                .isNull();
    }

    @Test
    void aPlaceIsThatOfTheClaimWhichItsValueNames() {
        KeyValue place = place(Holders.encode(7, new Holder(CLIENT, "web-1", 4711, "main", "", 0)));
        assertThat(Holders.isOf(place, CLAIM)).isTrue();
        assertThat(Holders.isOf(place, new ClaimId(CLIENT, 8))).isFalse();
        assertThat(Holders.isOf(place, new ClaimId("client-2", 7))).isFalse();
        assertThat(Holders.isOf(place(ByteString.EMPTY), CLAIM)).isFalse();
        KeyValue foreign =
                place.toBuilder().setKey(ByteString.copyFromUtf8("x")).build();
        assertThat(Holders.isOf(foreign, CLAIM)).isFalse();
    }

    private KeyValue place(ByteString value) {
        return KeyValue.newBuilder()
                .setKey(keys.place("a", CLIENT, 3))
                .setValue(value)
                .build();
    }

    private static boolean isWithin(ByteString key, ByteString from, ByteString end) {
        Comparator<ByteString> order = ByteString.unsignedLexicographicalComparator();
        return order.compare(key, from) >= 0 && order.compare(key, end) < 0;
    }
}
