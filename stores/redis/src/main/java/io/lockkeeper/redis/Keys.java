package io.lockkeeper.redis;

/**
 * The names of keys and channels.
 *
 * <p>A lock's name stands in braces, which make it a hash tag: all keys of one lock live in one slot of a Cluster. A
 * closing brace in the name would end the tag too early, so it is written as {@code %7D}, and a percent sign as
 * {@code %25}. No two names share a key, and names that begin alike have keys that begin alike.
 *
 * @param prefix what all begin with, the version of the data's format at its end
 */
record Keys(String prefix) {

    private static final String FORMAT = "lk1:";

    static Keys under(String prefix) {
        return new Keys(prefix + FORMAT);
    }

    String lock(String name) {
        return prefix + '{' + escape(name) + '}';
    }

    String queue(String name) {
        return lock(name) + ":q";
    }

    String channel(String client) {
        return prefix + "c:" + client;
    }

    /** The channel on which every client listens, beside its own: no client is called like this. */
    String everybody() {
        return channel("@all");
    }

    /** The name of the lock that has this key. */
    String name(String lockKey) {
        String escaped = lockKey.substring(prefix.length() + 1, lockKey.length() - 1);
        return escaped.replace("%7D", "}").replace("%25", "%");
    }

    /** The pattern of the keys of locks whose names begin like this; it matches nothing else. */
    String pattern(String namePrefix) {
        String start = prefix + '{' + escape(namePrefix);
        return start.replaceAll("([\\\\*?\\[\\]^-])", "\\\\$1") + "*}";
    }

    private static String escape(String name) {
        return name.replace("%", "%25").replace("}", "%7D");
    }
}
