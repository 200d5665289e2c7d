package io.lockkeeper.etcd;

import com.google.protobuf.ByteString;
import io.lockkeeper.store.ClaimId;

/**
 * The names of keys.
 *
 * <pre>
 * lk1/l/&lt;lock&gt;/&lt;client&gt;:&lt;number&gt;     a claim's place in the line of its lock
 * lk1/w/&lt;lock&gt;/&lt;client&gt;:&lt;sequence&gt;   a claim that was withdrawn while it may have been on its way
 * </pre>
 *
 * <p>In a lock's name a slash is written {@code %2F} and a percent sign {@code %25}: so the slash behind it ends it, the keys
 * of one lock are a range to themselves, and names that begin alike have keys that begin alike.
 *
 * @param places what the keys of places begin with
 * @param withdrawals what the marks of withdrawals begin with
 */
record Keys(String places, String withdrawals) {

    private static final String FORMAT = "lk1/";
    private static final char END = '/';
    private static final char NUMBER = ':';

    /** The character behind the slash: where the range of a lock's keys ends. */
    private static final char BEHIND_END = '0';

    static Keys under(String prefix) {
        return new Keys(prefix + FORMAT + "l/", prefix + FORMAT + "w/");
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
    ByteString place(String lock, String client, long number) {
        return ByteString.copyFromUtf8(places + escape(lock) + END + client + NUMBER + number);
    }

    /** The mark of a claim's withdrawal. */
    ByteString withdrawal(String lock, ClaimId claim) {
        return ByteString.copyFromUtf8(withdrawals + escape(lock) + END + claim);
    }

    /** Where the places of locks begin whose names begin like this. */
    ByteString from(String namePrefix) {
        return ByteString.copyFromUtf8(places + escape(namePrefix));
    }

    /** The lock of a place. */
    String lock(ByteString place) {
        String key = place.toStringUtf8();
        String escaped = key.substring(places.length(), key.lastIndexOf(END));
        return escaped.replace("%2F", "/").replace("%25", "%");
    }

    /** The client of a place. */
    static String client(ByteString place) {
        String key = place.toStringUtf8();
        int number = key.lastIndexOf(NUMBER);
        int end = key.lastIndexOf(END);
        if (number <= end + 1) {
            throw new IllegalArgumentException("not a place: " + key);
        }
        return key.substring(end + 1, number);
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
