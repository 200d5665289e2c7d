package io.lockkeeper.zookeeper;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Until when a session certainly lives: from the latest request of which the leader is known to have heard, for the timeout that was
 * agreed, less a margin.
 *
 * <p>Only the leader ends sessions, a timeout after it last heard of them. A follower tells it of its clients with its answers to the
 * leader's pings, and in no other way: a request that it forwards does not prolong the session, a read is not even forwarded, and a
 * follower that is cut off answers reads and pings for {@code syncLimit} ticks. So it takes three answers to prove one moment:
 *
 * <pre>
 *   A  a request that was answered: the follower knows that the client lived then
 *   C  one sent a ping's interval after that answer, and answered by the leader: between the two the leader sent a ping, which reached
 *      the follower before C's answer, so that the follower has told of A
 *   D  a write, sent after C's answer, and committed: it reached the leader behind the answer to that ping, so the leader had heard of
 *      A; the session was not over by then, and most of the servers followed this leader
 * </pre>
 *
 * <p>Nothing here depends on how long messages take, but on two orders that ZooKeeper keeps: what a leader sends to a follower arrives
 * in order, as does what the follower sends to it, and each handles it in one thread. D is a write because a {@code sync} is answered even if
 * the session is over, and by a leader that most servers have left. A leader that is elected after D gives the session its whole timeout.
 * The leader itself hears of a session that begins, or that another server takes up: this proves what A and C together do.
 *
 * <p>A leader pings twice a tick. Clients are not told how long a tick is, but servers agree to no timeout shorter than two ticks unless they are
 * configured otherwise. So a ping's interval is at most a quarter of the timeout; here it is a tenth more. The margin covers clocks of
 * different rates.
 *
 * <p>Written by one thread, that of the session's events.
 */
final class SessionLife {

    private record Answer(
            long answered, long sent, @Nullable Long heard) {}

    private final LongSupplier nanoTime;
    private final Deque<Answer> answers = new ArrayDeque<>();
    private volatile long timeout;
    private volatile long end;

    /**
     * The life of a session of which nothing is known yet but its timeout.
     *
     * @param nanoTime a clock
     * @param timeout what the server agreed to, in nanoseconds
     */
    SessionLife(LongSupplier nanoTime, long timeout) {
        this.nanoTime = nanoTime;
        this.timeout = timeout;
        this.end = nanoTime.getAsLong();
    }

    /** The most of a timeout that a lock can be relied upon for: what is left of it when D has come at the usual pace. */
    static long usable(long timeout) {
        return timeout / 20 * 13;
    }

    /** How often three requests in a row are to be sent: a little more than a ping's interval. */
    static long beat(long timeout) {
        return pingInterval(timeout) + timeout / 200;
    }

    private static long pingInterval(long timeout) {
        return timeout / 40 * 11;
    }

    /** The session began: the leader heard of it after this was asked for, and most of the servers have agreed. */
    void begun(long sent) {
        taken(sent, timeout);
        end = sent + lasting();
    }

    /**
     * A server took the session up: the leader heard of it after all that was sent on the connection before. The server may have
     * agreed to another timeout. The shortest counts, for a leader that is elected knows the first one only.
     *
     * @param sent when the last request was sent that was answered or failed before; null if there was none
     * @param agreed the timeout from now on
     */
    void taken(@Nullable Long sent, long agreed) {
        timeout = Math.min(timeout, agreed);
        answers.clear();
        if (sent != null) {
            answers.add(new Answer(nanoTime.getAsLong(), sent, sent));
            end = end - (sent + lasting()) > 0 ? sent + lasting() : end;
        }
    }

    /** Takes note of an answer of the leader's to a request that was sent then. */
    void answered(long sent) {
        long now = nanoTime.getAsLong();
        Answer last = answers.peekLast();
        if (last != null && now - last.answered < timeout / 40) {
            return; // So that few are kept; what the last one proves is little older.
        }
        Long heard = last == null ? null : last.heard;
        for (Answer earlier : answers) {
            if (sent - earlier.answered >= pingInterval(timeout) && (heard == null || earlier.sent - heard > 0)) {
                heard = earlier.sent;
            }
        }
        answers.add(new Answer(now, sent, heard));
        while (now - answers.element().answered > timeout) {
            answers.remove();
        }
    }

    /** Takes note of a write that was sent then and is committed. */
    void committed(long sent) {
        for (Iterator<Answer> latest = answers.descendingIterator(); latest.hasNext(); ) {
            Answer earlier = latest.next();
            if (sent - earlier.answered >= 0 && earlier.heard != null) {
                end = earlier.heard + lasting() - end > 0 ? earlier.heard + lasting() : end;
                break;
            }
        }
        answered(sent);
    }

    /** Whether a write that is committed now will prove anything. */
    boolean isKnown() {
        Answer last = answers.peekLast();
        return last != null && last.heard != null;
    }

    /** How long it certainly lives yet, in nanoseconds; nothing or less if it may be over. */
    long remaining() {
        return Math.min(end - nanoTime.getAsLong(), usable(timeout));
    }

    /** When it may be over. */
    long end() {
        return end;
    }

    /** What the servers agreed to, in nanoseconds. */
    long timeout() {
        return timeout;
    }

    private long lasting() {
        return timeout - timeout / 50;
    }
}
