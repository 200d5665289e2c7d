package io.lockkeeper.zookeeper;

import java.util.function.LongSupplier;

/**
 * Until when a session certainly lives, as far as its client can know: the time at which the last answered request was
 * sent, plus the timeout that was agreed, less a margin.
 *
 * <p>A server notes that a session lives when it gets a request. One that follows tells its leader, which alone ends sessions, with
 * the answer to the leader's next ping, half a tick later at most. So an answer proves that the session goes on for its
 * timeout <em>only if the leader has not ended it within that half tick</em>. The margin is there for this: an answer that comes
 * before the end that was known until then, the margin before the leader's, leaves it the time to hear of the request; then the
 * leader's end is not before the sending plus the timeout. By induction all ends known here come before the leader's. An answer that
 * comes later proves nothing, and the session is over, though it may live: what it holds may be another's already.
 *
 * <p>How long a tick is, a client is not told; two of them are the shortest timeout that a server agrees to, unless it was configured
 * otherwise. So half a tick is at most a quarter of the timeout. The margin is three tenths: the twentieth above that is for the way
 * to the leader.
 *
 * <p>A leader that is new gives every session its whole timeout.
 */
final class SessionLife {

    private final LongSupplier nanoTime;
    private final long usable;
    private volatile long end;

    /**
     * The life of a session that was just made.
     *
     * @param nanoTime a clock
     * @param sent when this side began to ask for it
     * @param timeout what the server agreed to, in nanoseconds
     */
    SessionLife(LongSupplier nanoTime, long sent, long timeout) {
        this.nanoTime = nanoTime;
        this.usable = usable(timeout);
        this.end = sent + usable;
    }

    /** What is left of a timeout without its margin. */
    static long usable(long timeout) {
        return timeout - timeout / 10 * 3;
    }

    /** Takes note of an answer to a request that was sent then. False if it comes too late to prove anything. */
    boolean answered(long sent) {
        if (remaining() <= 0) {
            return false;
        }
        long later = sent + usable;
        if (later - end > 0) { // Answers are taken note of by one thread, in the order of their requests.
            end = later;
        }
        return true;
    }

    /** How long it certainly lives yet, in nanoseconds; nothing or less if it may be over. */
    long remaining() {
        return end - nanoTime.getAsLong();
    }
}
