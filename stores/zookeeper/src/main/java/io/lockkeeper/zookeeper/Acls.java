package io.lockkeeper.zookeeper;

import java.util.ArrayList;
import java.util.List;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;

/** Access lists as URLs write them: {@code open}, {@code creator}, or {@code scheme:id:rights,…} as ZooKeeper's shell does. */
final class Acls {

    private static final String RIGHTS = "rwcda";

    private Acls() {}

    static List<ACL> parse(String text) {
        return switch (text) {
            case "open" -> ZooDefs.Ids.OPEN_ACL_UNSAFE;
            case "creator" -> ZooDefs.Ids.CREATOR_ALL_ACL;
            default -> {
                List<ACL> list = new ArrayList<>();
                for (String entry : text.split(",", -1)) {
                    list.add(entry(entry));
                }
                yield list;
            }
        };
    }

    /** The id may have colons in it: that of a digest has one. */
    private static ACL entry(String text) {
        int first = text.indexOf(':');
        int last = text.lastIndexOf(':');
        if (first < 1 || last == first) {
            throw malformed("has an entry that is not");
        }
        return new ACL(
                rights(text.substring(last + 1)), new Id(text.substring(0, first), text.substring(first + 1, last)));
    }

    private static int rights(String letters) {
        int rights = 0;
        for (int at = 0; at < letters.length(); at++) {
            int right = RIGHTS.indexOf(letters.charAt(at));
            if (right < 0) {
                throw malformed("has rights other than those in");
            }
            rights |= 1 << right; // In this order: read 1, write 2, create 4, delete 8, admin 16.
        }
        if (rights == 0) {
            throw malformed("has no rights in");
        }
        return rights;
    }

    /** Does not show the list: a digest's id could be tried out. */
    private static IllegalArgumentException malformed(String what) {
        return new IllegalArgumentException(
                "'acl' is open (to everyone), creator (whoever logs in as the store does) or a list"
                        + " such as sasl:ann:cdrwa,world:anyone:r; this one " + what + " scheme:id:cdrwa");
    }
}
