package io.lockkeeper.memcached;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.store.Sha256;
import java.util.HexFormat;

/**
 * The keys of locks: names as they are where memcached takes them, printable ASCII without spaces and not too long, and
 * digests of all others. The character before either tells them apart, so no two names share a key.
 *
 * <p>They don't tell the format's version, the values do: releases of different formats must meet at the same key.
 *
 * @param prefix what all begin with, the product's name at its end
 */
record Keys(String prefix) {

    private static final String PRODUCT = "lockkeeper";
    private static final int LONGEST = 250;

    static Keys under(String prefix) {
        return new Keys(prefix + PRODUCT);
    }

    String of(String name) {
        return key(name, ':', '#');
    }

    /** The key under which the next in line for the lock stands. */
    String next(String name) {
        return key(name, '>', '~');
    }

    /** The key under which it stands that the lock's holder is asked to release it. */
    String recall(String name) {
        return key(name, '<', '^');
    }

    private String key(String name, char plain, char digested) {
        if (prefix.length() + 1 + name.length() <= LONGEST
                && name.chars().allMatch(character -> character > ' ' && character < 0x7f)) {
            return prefix + plain + name;
        }
        return prefix + digested + HexFormat.of().formatHex(Sha256.of(name.getBytes(UTF_8)));
    }
}
