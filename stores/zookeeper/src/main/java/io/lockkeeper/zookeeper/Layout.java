package io.lockkeeper.zookeeper;

import io.lockkeeper.store.Claim;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Where things are: {@code /path/lk1/lock/claim}, 1 being the version of the format. */
final class Layout {

    private static final String ROOT = "/lk1";

    /** What stands for itself in a lock's path, beside letters and digits of ASCII. */
    private static final String PLAIN = "-_~.@+=,;!()";

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private final String root;

    /** Everything below a path, which has no slash at its end. */
    Layout(String path) {
        this.root = path + ROOT;
    }

    String root() {
        return root;
    }

    /** A lock's path. */
    String lock(String name) {
        return root + '/' + step(name);
    }

    /** The last step of a lock's path, whatever its name: what ZooKeeper might not allow, or give a meaning, is written {@code %41}. */
    private static String step(String name) {
        if (isPlain(name)) {
            return name;
        }
        StringBuilder path = new StringBuilder(name.length() + 16);
        for (byte unit : name.getBytes(StandardCharsets.UTF_8)) {
            char letter = (char) (unit & 0xff);
            // A name that begins with a dot may be one of the two that are no names.
            if (isPlain(letter) && (letter != '.' || !path.isEmpty())) {
                path.append(letter);
            } else {
                path.append('%').append(HEX.toHexDigits(unit));
            }
        }
        return path.toString();
    }

    /** The name that {@link #lock} wrote, from the last step of its path; null if someone else put it there. */
    static @Nullable String name(String step) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(step.length());
        for (int at = 0; at < step.length(); at++) {
            char letter = step.charAt(at);
            if (letter != '%' && letter < 0x80) {
                bytes.write(letter);
            } else if (letter == '%'
                    && at + 3 <= step.length()
                    && isHex(step.charAt(at + 1))
                    && isHex(step.charAt(at + 2))) {
                bytes.write(HexFormat.fromHexDigits(step, at + 1, at + 3));
                at += 2;
            } else {
                return null;
            }
        }
        String name = bytes.toString(StandardCharsets.UTF_8);
        return step(name).equals(step) ? name : null;
    }

    /** What the path of a claim's node begins with. */
    static String prefix(String lock, Claim claim) {
        return lock + '/' + NodeName.prefix(claim.id(), claim.demand());
    }

    /** The last step of a path. */
    static String last(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static boolean isPlain(String name) {
        for (int at = 0; at < name.length(); at++) {
            if (!isPlain(name.charAt(at))) {
                return false;
            }
        }
        return name.charAt(0) != '.';
    }

    private static boolean isPlain(char letter) {
        return (letter >= 'a' && letter <= 'z')
                || (letter >= 'A' && letter <= 'Z')
                || (letter >= '0' && letter <= '9')
                || PLAIN.indexOf(letter) >= 0;
    }

    private static boolean isHex(char letter) {
        return HexFormat.isHexDigit(letter);
    }
}
