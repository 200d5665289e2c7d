package io.lockkeeper.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KeyValue;
import io.lockkeeper.Holder;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Demand;
import io.lockkeeper.store.Terms;
import java.time.Duration;
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
            ByteString key = place(name);
            assertThat(keys.lock(key)).contains(name);
            assertThat(Keys.client(key)).contains(CLIENT);
            assertThat(Keys.number(key)).isEqualTo(3);
        }
    }

    @Test
    void theKeysOfALockAreARangeToThemselves() {
        for (String name : NAMES) {
            for (String other : NAMES) {
                assertThat(isWithin(place(other), keys.line(name), keys.lineEnd(name)))
                        .as("a place in the line of '%s' within that of '%s'", other, name)
                        .isEqualTo(name.equals(other));
                ByteString from = keys.from(name);
                assertThat(isWithin(place(other), from, Keys.behindAll(from)))
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
        assertThat(place("a/b").toStringUtf8()).isEqualTo("team/lk1/l/a%2Fb/client-1:3:1/1");
        assertThat(keys.withdrawal("a", CLAIM).toStringUtf8()).isEqualTo("team/lk1/w/a/client-1:7");
    }

    @Test
    void whatIsNoPlaceIsInNoLineOrOfNoClient() {
        for (String key :
                List.of("team/lk1/l/", "team/lk1/l/orders", "team/lk1/l//x", "team/lk1/l/a%zz/x", "team/lk1/l/%2f/x")) {
            assertThat(keys.lock(ByteString.copyFromUtf8(key))).as(key).isEmpty();
        }
        for (String key : List.of("", "x", ":1:1/1", "ann:1", "ann:x:1/1", "ann:1:1/", "ann:1:1/1/1")) {
            ByteString stray = keys.line("a").concat(ByteString.copyFromUtf8(key));
            assertThat(keys.lock(stray)).as(key).contains("a");
            assertThat(Keys.client(stray)).as(key).isEmpty();
            assertThat(Keys.number(stray)).as(key).isEqualTo(Long.MAX_VALUE);
        }
    }

    @Test
    void holdersComeBackAsTheyWere() {
        Holder holder = new Holder(CLIENT, "web-1", 4711, "main", "nightly: \"report\" | 锁", 12);
        assertThat(Holders.of(kept(Holders.encode(claim("a", holder), 0)))).isEqualTo(holder);
        Holder nobody = new Holder(CLIENT, "", 0, "", "", 0);
        assertThat(Holders.of(kept(Holders.encode(claim("a", nobody), 0)))).isEqualTo(nobody);
    }

    @Test
    void valuesSayTheirVersionHowManyPermitsTheyAskForAndWhichPlaceTheyReplaced() {
        Holder holder = new Holder(CLIENT, "web-1", 4711, "main", "report", 12);
        assertThat(Holders.encode(claim("a", holder), 42).toStringUtf8())
                .isEqualTo("1\n1/1\n7\nweb-1\n4711\nmain\n12\nreport\n42");
    }

    @Test
    void whatIsNotUnderstoodIsShownByItsKey() {
        for (String value : List.of("", "x", "2\n1/1\n7\na\n1\nb\n2\nc\n0", "1\n1/1\n7\na\none\nb\n2\nc\n0")) {
            KeyValue unknown = kept(ByteString.copyFromUtf8(value));
            assertThat(Holders.of(unknown).description()).contains("team/lk1/l/a/client-1:3:1/1");
            assertThat(Holders.of(unknown).client()).isEmpty();
        }
    }

    @Test
    void aPlaceIsThatOfTheClaimWhichItsValueNames() {
        KeyValue place = kept(Holders.encode(claim("a", new Holder(CLIENT, "web-1", 4711, "main", "", 0)), 42));
        assertThat(Holders.hasReplaced(place, 42)).isTrue();
        assertThat(Holders.hasReplaced(place, 41)).isFalse();
        assertThat(Holders.isOf(place, CLAIM)).isTrue();
        assertThat(Holders.isOf(place, new ClaimId(CLIENT, 8))).isFalse();
        assertThat(Holders.isOf(place, new ClaimId("client-2", 7))).isFalse();
        assertThat(Holders.isOf(kept(ByteString.EMPTY), CLAIM)).isFalse();
        KeyValue foreign =
                place.toBuilder().setKey(ByteString.copyFromUtf8("x")).build();
        assertThat(Holders.isOf(foreign, CLAIM)).isFalse();
    }

    /** The part was added later. */
    @Test
    void aPlaceThatDoesNotSayWhichItReplacedIsUnderstood() {
        KeyValue place = kept(ByteString.copyFromUtf8("1\n1/1\n7\nweb-1\n4711\nmain\n12\nreport"));
        assertThat(Holders.of(place)).isEqualTo(new Holder(CLIENT, "web-1", 4711, "main", "report", 12));
        assertThat(Holders.isOf(place, CLAIM)).isTrue();
        assertThat(Holders.hasReplaced(place, 0)).isFalse();
    }

    private static Claim claim(String name, Holder holder) {
        return new Claim(name, CLAIM, holder, new Terms(Demand.MUTEX, Duration.ofSeconds(30), 1), 0);
    }

    private ByteString place(String name) {
        return keys.place(claim(name, new Holder(CLIENT, "", 0, "", "", 0)), 3);
    }

    private KeyValue kept(ByteString value) {
        return KeyValue.newBuilder().setKey(place("a")).setValue(value).build();
    }

    private static boolean isWithin(ByteString key, ByteString from, ByteString end) {
        Comparator<ByteString> order = ByteString.unsignedLexicographicalComparator();
        return order.compare(key, from) >= 0 && order.compare(key, end) < 0;
    }
}
