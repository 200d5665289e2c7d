package io.lockkeeper.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KeyValue;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of keys. They begin with the format's version.
 *
 * <pre>
 * lk1/l/&lt;lock&gt;/&lt;client&gt;:&lt;number&gt;:&lt;permits&gt;/&lt;capacity&gt;   a claim's place in the line of its lock
 * lk1/w/&lt;lock&gt;/&lt;client&gt;:&lt;sequence&gt;                    a claim that was withdrawn while it may have been on its way
 * lk1/w/&lt;lock&gt;/recall/&lt;revision&gt;                      a place, by its creation, whose holder is asked to release the lock
 * </pre>
 *
 * <p>In a lock's name a slash is written {@code %2F} and a percent sign {@code %25}: so the first slash behind it ends it, the
 * keys of one lock are a range to themselves, and names that begin alike have keys that begin alike.
 *
 * <p>A place belongs to a lease, whatever else its name and its value say: who does not understand them takes the lock for
 * held. A key in the line that belongs to no lease is nobody's place and would never go: it is passed over.
 *
 * @param places what the keys of places begin with
 * @param marks what the marks of withdrawals and recalls begin with; no claim's id contains a slash
 */
record Keys(String places, String marks) {

    private static final String FORMAT = "lk1/";
    private static final char END = '/';

    /** The character behind the slash: where the range of a lock's keys ends. */
    private static final char BEHIND_END = '0';

    private static final Pattern PLACE = Pattern.compile(".*/([^/]+):(\\d{1,18}):\\d+/\\d+", Pattern.DOTALL);

    static Keys under(String prefix) {
        return new Keys(prefix + FORMAT + "l/", prefix + FORMAT + "w/");
    }

    /** Whether a key of a line is a place in it. */
    static boolean isPlace(KeyValue found) {
        return found.getLease() != 0;
    }

    /** Those keys of a line that are places in it. */
    static List<KeyValue> places(List<KeyValue> line) {
        return line.stream().filter(Keys::isPlace).toList();
    }

    /** Where the keys of a lock's line begin. */
    ByteString line(String lock) {
        return ByteString.copyFromUtf8(places + escape(lock) + END);
    }

    /** Where they end: the first that is none of them. */
    ByteString lineEnd(String lock) {
        return ByteString.copyFromUtf8(places + escape(lock) + BEHIND_END);
    }

    /** A place of a client's claim, one of several. */
    ByteString place(Claim claim, long number) {
        return ByteString.copyFromUtf8(
                places + escape(claim.name()) + END + claim.id().client() + ':' + number + ':' + claim.demand());
    }

    /** The mark of a claim's withdrawal. */
    ByteString withdrawal(String lock, ClaimId claim) {
        return ByteString.copyFromUtf8(marks + escape(lock) + END + claim);
    }

    /** The mark of a recall, of the place that was created then. */
    ByteString recall(String lock, long created) {
        return ByteString.copyFromUtf8(marks + escape(lock) + END + "recall/" + created);
    }

    /** Where the places of locks begin whose names begin like this. */
    ByteString from(String namePrefix) {
        return ByteString.copyFromUtf8(places + escape(namePrefix));
    }

    /** The lock in whose line a key is; empty if it is in none. */
    Optional<String> lock(ByteString key) {
        String text = key.toStringUtf8();
        int end = text.indexOf(END, places.length());
        if (end <= places.length()) {
            return Optional.empty();
        }
        String lock = text.substring(places.length(), end).replace("%2F", "/").replace("%25", "%");
        return key.startsWith(line(lock)) ? Optional.of(lock) : Optional.empty();
    }

    /** The client of a place; empty if its name is not understood. */
    static Optional<String> client(ByteString place) {
        Matcher name = PLACE.matcher(place.toStringUtf8());
        return name.matches() ? Optional.of(name.group(1)) : Optional.empty();
    }

    /** The number of a place; greater than any if its name is not understood. */
    static long number(ByteString place) {
        Matcher name = PLACE.matcher(place.toStringUtf8());
        return name.matches() ? Long.parseLong(name.group(2)) : Long.MAX_VALUE;
    }

    /** The first key behind all that begin like this. */
    static ByteString behindAll(ByteString beginning) {
        // The last byte of UTF-8 is less than 255, so there is always a next one.
        int last = beginning.size() - 1;
        byte next = (byte) (beginning.byteAt(last) + 1);
        return beginning.substring(0, last).concat(ByteString.copyFrom(new byte[] {next}));
    }

    private static String escape(String lock) {
        return lock.replace("%", "%25").replace("/", "%2F");
    }
}
