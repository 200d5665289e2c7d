package io.lockkeeper.spring.idempotency;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.springframework.core.ResolvableType;

/** What is stored with a value in JSON, so that it is read as the type that it was written as. */
final class JsonTypes {

    private static final int LONGEST = 200;

    private JsonTypes() {}

    static String name(ResolvableType type) {
        String name = type.toString();
        boolean plain = name.length() <= LONGEST && name.chars().allMatch(c -> c >= ' ' && c < 0x7f);
        return "json:" + (plain ? name : digest(name));
    }

    /** Nothing of another type is read, even if it would fit. */
    static void requireSame(String expected, String stored) {
        if (!expected.equals(stored)) {
            throw new IllegalArgumentException("The stored value is " + stored + ", not " + expected);
        }
    }

    private static String digest(String name) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }
}
