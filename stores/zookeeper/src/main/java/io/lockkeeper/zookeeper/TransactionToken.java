package io.lockkeeper.zookeeper;

/** Fencing tokens: the number of a transaction and, in the lowest bits, which of the grant's tokens it is. */
final class TransactionToken {

    private static final int BITS = 16;

    /** How many tokens a grant can carry. */
    static final int MOST = 1 << BITS;

    private TransactionToken() {}

    /** The first token of the node that a transaction made. */
    static long first(long zxid) {
        if (zxid >>> (63 - BITS) != 0) {
            throw new IllegalStateException("ZooKeeper's ensemble has had " + (zxid >>> 32)
                    + " leaders, and fencing tokens can count up to 32,767"
                    + " of them; begin anew with an empty ensemble.");
        }
        return zxid << BITS;
    }
}
