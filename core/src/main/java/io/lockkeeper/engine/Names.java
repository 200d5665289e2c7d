package io.lockkeeper.engine;

import java.nio.charset.StandardCharsets;

/** What a lock may be called. */
final class Names {

    private static final int LONGEST = 1024;

    private Names() {}

    /** Returns the name, or says what is wrong with it. */
    static String check(String name) {
        if (name.isEmpty() || name.length() > LONGEST) {
            throw new IllegalArgumentException(
                    "A lock's name must have 1 to 1,024 characters; this one has " + name.length() + ".");
        }
        for (int at = 0; at < name.length(); at++) {
            if (Character.isISOControl(name.charAt(at))) {
                throw new IllegalArgumentException("A lock's name must not contain control characters; this one has one"
                        + " at index " + at + ": '" + name.replaceAll("\\p{Cntrl}", "?") + "'.");
            }
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
            throw new IllegalArgumentException(
                    "A lock's name must be well-formed Unicode; this one contains an unpaired surrogate.");
        }
        return name;
    }
}
