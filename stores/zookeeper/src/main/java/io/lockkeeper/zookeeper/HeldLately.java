package io.lockkeeper.zookeeper;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Which locks were found held when last asked for by a claim that would not wait.
 *
 * <p>Such a claim first looks at the line before it stands in it, and so does not write at all while it asks in vain, nor stand there for
 * a moment before others. The first time it does not, for a lock that is free is then had in one round trip instead of two.
 *
 * <p>A bit for each lock, by the hash of its name: to be wrong costs a look or a moment in the line, never more.
 */
final class HeldLately {

    private static final int WORDS = 64;

    private final AtomicLongArray words = new AtomicLongArray(WORDS);

    boolean has(String name) {
        return (words.get(word(name)) & bit(name)) != 0;
    }

    void note(String name, boolean held) {
        if (has(name) != held) {
            words.accumulateAndGet(word(name), bit(name), (old, bit) -> held ? old | bit : old & ~bit);
        }
    }

    private static int word(String name) {
        return name.hashCode() >>> 6 & WORDS - 1;
    }

    private static long bit(String name) {
        return 1L << name.hashCode();
    }
}
