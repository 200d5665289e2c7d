package io.lockkeeper.memcached;

/**
 * When the server was last known to run.
 *
 * <p>A server that stood still, stopped or frozen with its machine, serves what arrived meanwhile before its clock has
 * ticked, so an answer alone does not prove that the clock is right. One that is {@value #SETTLED_NANOS} ns old does:
 * by then the tick that was due has come. So two moments are kept, at least that far apart. And what an answer proves
 * is that the server ran after the request was sent: the answer may have been on its way for long.
 */
final class Pulse {

    private static final long SETTLED_NANOS = 250_000_000;

    private long before;
    private long last;
    private long heard;

    /** Begins with the moment in which the connection was asked for. */
    Pulse(long now) {
        before = now;
        last = now;
        heard = now;
    }

    /** Takes note of an answer, now, to a request that was sent then. */
    synchronized void beat(long sent, long now) {
        if (now - heard >= SETTLED_NANOS) {
            before = last;
            last = sent;
            heard = now;
        }
    }

    /** For how long the server may have stood still by now, at the most. */
    synchronized long silence(long now) {
        return now - (now - heard >= SETTLED_NANOS ? last : before);
    }
}
